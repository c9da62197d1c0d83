"""TBA* and its family: one best-first search, sliced over the ticks (Bjornsson, Bulitko, Sturtevant
2009; Hernandez, Baier, Uras, Koenig 2012; Hernandez, Baier, Asin 2016), and the complete
algorithms A*, Repeated A* and Adaptive A* under the same budget."""
from best_first import BestFirst


class TimeBounded:
    def __init__(self, world, start, goal, resource, share=0.9, c=10, waits=False, late=None,
                 commit=False, weight=1000, greedy=False, reopen=False, adapts=False,
                 reparent=True, stands_when_cut=False):
        self.world, self.goal, self.at = world, goal, start
        self.waits, self.late, self.commit = waits, late, commit
        self.weight, self.greedy, self.reopen = weight, greedy, reopen
        self.reparent, self.stands_when_cut = reparent, stands_when_cut
        self.adapts, self.learned, self.past = adapts, {}, []
        self.n_e = resource if waits else max(int(round(resource * share * 1000)) // 1000, 1)
        left = resource - self.n_e
        self.n_t = left * c if left else resource * c
        self.n_t_found = resource * c
        self.expansions = self.restarts = 0
        self.search = None
        self.cut = False
        self.begin_anew()

    def begin_anew(self):
        """The next tick begins a search at the agent's position."""
        if self.search:
            self.past.append(self.conclusion())
        self.search = None
        self.start = self.at
        self.before = None
        self.path = []     # followed, from its end to its beginning
        self.path_g = 0    # g of its end when it was traced
        self.tracing = None
        self.complete = False
        self.cut = False

    # ---- h ----------------------------------------------------------------------------------

    def conclusion(self):
        """The results of an interrupted search: a lower bound on the cost of a route, and all g."""
        cost = self.search.least_f() if self.search.open else 0
        return cost, self.search.g

    def h(self, state):
        """Adaptive A*, lazily: h is raised when a search first meets a state, by the last search that met
        it."""
        base = self.learned.get(state, self.world.belief.h(state, self.goal))
        if self.adapts and self.met.setdefault(state, None) is None:
            for cost, g in reversed(self.past):
                if state in g:
                    base = max(base, cost - g[state])
                    break
            self.learned[state] = base
            self.met[state] = True
        return base

    def new_search(self):
        self.met = {}
        g_factor = 0 if self.greedy else 1000
        return BestFirst(self.world.belief.moves, self.h, self.at, self.goal,
                         g_factor if not self.adapts else 1,
                         self.weight if not self.adapts else 1, self.reopen, self.reparent)

    # ---- A tick ------------------------------------------------------------------------------

    def tick(self):
        """Returns the state to move to, None to stand still, or "unreachable"."""
        if self.cut:
            self.restarts += self.search is not None
            self.begin_anew()
        limit, was_found = self.n_e, False
        if self.search is None:
            self.search = self.new_search()
            if not self.waits and self.late is None:
                limit = min(self.n_e, self.n_t)
        else:
            was_found = self.search.outcome == "found"
        self.expansions += self.search.run(limit)
        if self.search.outcome == "no path":
            return "unreachable"
        self.trace(self.n_t_found if was_found else self.n_t)
        return None if self.cut and self.stands_when_cut else self.act()

    def trace(self, limit):
        found = self.search.outcome == "found"
        if self.complete or ((self.waits or self.late is not None) and not found):
            return
        if self.tracing is None:
            tip = self.search.first()
            self.tracing, self.tracing_g = [tip], self.search.g[tip]
        steps = 0
        while self.at not in self.tracing and self.tracing[-1] != self.start:
            if steps == limit:
                return
            front = self.tracing[-1]
            parent = self.search.parent[front]
            if self.world.belief.cost(parent, front) is None:
                self.cut = True
                return
            self.tracing.append(parent)
            steps += 1
        traced, self.tracing = self.tracing, None
        if traced[0] == self.goal or self.is_worth_it():
            self.path, self.path_g = traced, self.tracing_g
            self.complete = traced[0] == self.goal

    def is_worth_it(self):
        at_end = not self.path or self.at == self.path[0]
        return not self.commit or at_end or self.tracing_g >= self.path_g

    def act(self):
        if self.at in self.path and self.at != self.path[0]:
            return self.path[self.path.index(self.at) - 1]
        if self.waits:
            return None
        if self.late is not None:
            if self.at != self.start:
                return self.start
            moves = self.world.belief.moves(self.at)
            return moves[self.late.below(len(moves))][0]
        return self.before if self.at == self.start else self.search.parent[self.at]

    # ---- After a move ----------------------------------------------------------------------

    def moved(self, to, seen):
        self.before, self.at = self.at, to
        if seen:
            follows = self.path
            if to in follows:
                follows = follows[:follows.index(to) + 1]
            for path in (follows, self.tracing or []):
                for end, begin in zip(path, path[1:]):
                    if self.world.belief.cost(begin, end) is None:
                        self.cut = True


class Dice:
    """The seeded choices of late acting (splitmix64)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = ((self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return ((z ^ z >> 31) >> 32) * n >> 32
