"""Agents that search around their position, learn, and move: LSS-LRTA* (Koenig, Sun 2009), Koenig's LRTA*
(2004), LSS-LRTWA* and wLSS-LRTA* (Rivera, Baier, Hernandez 2015), RTAA* (Koenig, Likhachev 2006) and daRTAA*
(Hernandez, Baier 2012)."""
from best_first import BestFirst


class Local:
    def __init__(self, world, start, goal, resource, one_move=False, weight=1000, update_weight=1000,
                 adapts=False, avoids_depressions=False, reopen=False):
        self.world, self.goal, self.at, self.resource = world, goal, start, resource
        self.one_move, self.weight, self.update_weight = one_move, weight, update_weight
        self.adapts, self.avoids_depressions = adapts, avoids_depressions
        self.reopen = reopen
        self.learned = {}
        self.path = []  # the rest of it, the next state first
        self.expansions = self.restarts = 0

    def h(self, state):
        return self.learned.get(state, self.world.belief.h(state, self.goal))

    def tick(self):
        if not self.path:
            search = BestFirst(self.world.belief.moves, self.h, self.at, self.goal, 1000,
                               self.weight, self.reopen)
            self.expansions += search.run(self.resource)
            if search.outcome == "no path":
                return "unreachable"
            target = self.target(search)
            while target != self.at:
                self.path.insert(0, target)
                target = search.parent[target]
            self.learn(search)
        return self.path[0]

    def target(self, search):
        if search.outcome == "found" or not self.avoids_depressions:
            return search.first()
        raised = {s: self.h(s) - self.world.belief.h(s, self.goal) for s in search.open}
        return min(search.open, key=lambda s: (raised[s], search.open[s]))

    def learn(self, search):
        if self.adapts:
            best = search.least_f() // 1000
            raised = {s: max(self.h(s), best - search.g[s]) for s in search.closed}
        else:
            raised = self.settle(search)
        self.learned.update(raised)

    def settle(self, search):
        """Computes h of the expanded states from h of the open ones: sweeps until nothing changes."""
        values = {s: self.h(s) for s in search.open}
        values.update({s: float("inf") for s in search.closed})
        changed = True
        while changed:
            changed = False
            for s in search.closed:
                best = min((cost * self.update_weight // 1000 + values[to]
                            for to, cost in self.world.belief.moves(s) if to in values),
                           default=float("inf"))
                value = max(self.h(s), best)
                if value < values[s]:
                    values[s], changed = value, True
        return {s: values[s] for s in search.closed}

    def moved(self, to, seen):
        cells = [self.at] + self.path
        self.at = to
        self.path = [] if self.one_move else self.path[1:]
        if seen and self.path:
            way = cells[1:]
            moves = list(zip(way, way[1:]))
            if any(self.world.belief.cost(a, b) is None for a, b in moves):
                self.path = []
                self.restarts += any(self.is_cut(a, b) for a, b in moves[1:])

    def is_cut(self, a, b):
        """Counts as a restart. The next move does not: it is checked when it is due. A blocked cell can be
        left, but not entered."""
        belief = self.world.belief
        return belief.copy(belief.blocked - {a}).cost(a, b) is None
