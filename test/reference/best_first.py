"""Best-first search that can be stopped after any expansion: A*, weighted A*, greedy."""


class BestFirst:
    """f = g_factor g + h_factor h. Smallest f first, the newest entry on ties; a state whose g decreases is
    entered again. It ends when the goal has the least f; the goal wins ties. The goal is never expanded."""

    def __init__(self, moves, h, start, goal, g_factor=1, h_factor=1, reopen=False,
                 reparent=True):
        self.moves, self.h, self.goal = moves, h, goal
        self.g_factor, self.h_factor = g_factor, h_factor
        self.reopen, self.reparent = reopen, reparent
        self.g, self.parent = {}, {}
        self.open = {}  # state -> (f, minus the time of its entry)
        self.closed = set()
        self.entries = 0
        self.outcome = "running"
        self.enter(start, 0, None)

    def f(self, state):
        return self.g_factor * self.g[state] + self.h_factor * self.h(state)

    def enter(self, state, g, parent):
        self.g[state], self.parent[state] = g, parent
        self.entries += 1
        self.open[state] = (self.f(state), -self.entries)

    def first(self):
        """The most promising open state; None if the list is empty."""
        if not self.open:
            return None
        state = min(self.open, key=self.open.get)
        if self.goal in self.open and self.open[self.goal][0] == self.open[state][0]:
            return self.goal
        return state

    def least_f(self):
        return min(self.open.values())[0]

    def expand(self, state):
        del self.open[state]
        self.closed.add(state)
        for to, cost in self.moves(state):
            g = self.g[state] + cost
            if to not in self.g:
                self.enter(to, g, state)
            elif g < self.g[to] and (to in self.open and self.reparent or
                                     to in self.closed and self.reopen):
                self.closed.discard(to)
                self.enter(to, g, state)

    def run(self, budget):
        """Makes up to `budget` expansions; returns their number."""
        done = 0
        while self.outcome == "running":
            first = self.first()
            if first is None:
                self.outcome = "no path"
            elif first == self.goal:
                self.outcome = "found"
            elif done == budget:
                break
            else:
                self.expand(first)
                done += 1
        return done
