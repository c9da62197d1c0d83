"""LRTA* with a look-ahead of d moves (Korf 1990) and prioritized LRTA* (Rayner et al. 2007)."""

INFINITE = 1 << 60


class Lrta:
    """A state n that is k moves away from the frontier has the value v: v = h on the frontier and at the
    goal, elsewhere v = max(h, least c + v of its successors): docs/algorithms.md."""

    def __init__(self, world, start, goal, resource, depth=10, frontier_alone=False):
        self.world, self.goal, self.at = world, goal, start
        self.resource, self.depth = resource, depth
        self.frontier_alone = frontier_alone  # states before it do not count: circles.py
        self.learned = {}
        self.expansions = self.restarts = 0
        self.seen, self.expanded = set(), set()
        self.plan = None  # remaining expansions, and the state to move to

    def h(self, state):
        return self.learned.get(state, self.world.belief.h(state, self.goal))

    def tick(self):
        if self.plan is None:
            self.plan = self.look_ahead()
        left, to = self.plan
        self.expansions += min(left, self.resource)
        if left > self.resource:
            self.plan = left - self.resource, to
            return None
        self.plan = None
        return to

    def look_ahead(self):
        """Breadth first; a state that a longer path reaches at a lower cost is expanded again."""
        g, parent, depth = {self.at: 0}, {self.at: None}, {self.at: 0}
        waiting, expansions = [self.at], 0
        best, first = INFINITE, None
        while waiting:
            state = waiting.pop(0)
            expansions += 1
            self.expanded.add(state)
            self.seen.add(state)
            for to, cost in self.world.belief.moves(state):
                self.seen.add(to)
                if to in g and g[state] + cost >= g[to]:
                    continue
                depth.setdefault(to, depth[state] + 1)
                g[to], parent[to] = g[state] + cost, state
                if to != self.goal and depth[to] < self.depth:
                    if to not in waiting:
                        waiting.append(to)
                    continue
                way = [to]
                while parent[way[-1]] != self.at:
                    way.append(parent[way[-1]])
                counted = way[:1] if self.frontier_alone else way
                value = max(g[s] + (0 if s == self.goal else self.h(s)) for s in counted)
                if value < best:
                    best, first = value, way[-1]
        if first is None or self.is_proved():
            return expansions, "unreachable"
        self.learned[self.at] = max(self.h(self.at), best)
        return expansions, first

    def is_proved(self):
        """All states ever seen were expanded, and the goal, which is never expanded, was not among them."""
        return self.seen == self.expanded

    def moved(self, to, seen):
        assert not seen  # for known terrain only
        self.at = to


class LrtaByTheLetter(Lrta):
    """As published by Korf: a neighbour that has a value keeps it. One without gets the least g + h of the
    states d - 1 moves from it, with the domain's h. The agent's state gets the least cost + value of its
    neighbours, whether that is more or less than before."""

    def look_ahead(self):
        self.spent, best = 0, None
        moves = self.expand(self.at)
        if moves and not self.is_proved():
            for to, _ in moves:
                if to != self.goal and to not in self.learned and self.depth > 1:
                    self.learned[to] = self.least(to)
                    if self.is_proved():
                        break
            else:
                values = [cost + (0 if to == self.goal else self.h(to)) for to, cost in moves]
                self.learned[self.at] = min(values)
                best = moves[values.index(min(values))][0]
        return self.spent, "unreachable" if best is None else best

    def expand(self, state):
        self.spent += 1
        moves = self.world.belief.moves(state)
        self.expanded.add(state)
        self.seen.update([state], (to for to, _ in moves))
        return moves

    def least(self, root):
        """Dijkstra's algorithm would be enough, but here states are expanded as often as they are improved,
        nearest first by moves, and these expansions are counted."""
        g, moves_to, waiting = {root: 0}, {root: 0}, [root]
        while waiting:
            state = waiting.pop(0)
            for to, cost in self.expand(state):
                if g[state] + cost < g.get(to, INFINITE):
                    g[to] = g[state] + cost
                    moves_to.setdefault(to, moves_to[state] + 1)
                    if to != self.goal and moves_to[to] < self.depth - 1 and to not in waiting:
                        waiting.append(to)
        return min((g[s] + self.world.belief.h(s, self.goal) for s in g
                    if s == self.goal or moves_to[s] == self.depth - 1), default=INFINITE)


class Prioritized(Lrta):
    """One move of look-ahead. A state whose h rises adds its successors to a queue with the increase as
    priority, and up to N of them are updated before the agent moves."""

    def __init__(self, world, start, goal, resource, queue=100):
        super().__init__(world, start, goal, resource)
        self.size = queue
        self.queue = {}  # state -> (change, time of entry)
        self.entries = 0

    def look_ahead(self):
        updates, best = 1, self.update(self.at)
        if self.queue and best is not None and not self.is_proved():
            while self.queue and updates <= self.size:
                state = max(self.queue, key=self.queue.get)
                del self.queue[state]
                self.update(state)
                updates += 1
            updates, best = updates + 1, self.update(self.at)
        return updates, "unreachable" if best is None or self.is_proved() else best

    def update(self, state):
        moves = self.world.belief.moves(state)
        self.expanded.add(state)
        self.seen.update([state], (to for to, _ in moves))
        least, best = min(((cost + self.h(to), i) for i, (to, cost) in enumerate(moves)),
                          default=(0, None))
        change = least - self.h(state)
        if best is not None and change > 0:
            self.learned[state] = least
            for to, _ in moves:
                if to != self.goal:
                    self.enter(to, change)
        return None if best is None else moves[best][0]

    def enter(self, state, change):
        if state in self.queue:
            if self.queue[state][0] >= change:
                return
            del self.queue[state]
        if len(self.queue) == self.size:
            smallest = min(self.queue, key=self.queue.get)
            if self.queue[smallest][0] >= change:
                return
            del self.queue[smallest]
        self.entries += 1
        self.queue[state] = (change, self.entries)
