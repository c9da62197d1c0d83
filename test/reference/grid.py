"""Maps, simple and slow. A cell is a pair (x, y)."""

ONE, DIAGONAL, KNIGHT = 1224, 1731, 2737  # wend/base.h: the costs of moves

STRAIGHT = [(0, -1), (1, 0), (0, 1), (-1, 0)]
SLANTED = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
KNIGHTS = [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)]


class Grid:
    """Free cells, and the moves between them. Unknown cells count as free."""

    def __init__(self, rows, neighbors=8, corners="never"):
        self.width, self.height = len(rows[0]), len(rows)
        self.blocked = {(x, y) for y in range(self.height) for x in range(self.width)
                        if rows[y][x] != "."}
        self.neighbors, self.corners = neighbors, corners

    def copy(self, blocked):
        other = Grid.__new__(Grid)
        other.__dict__.update(self.__dict__)
        other.blocked = set(blocked)
        return other

    def is_free(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height and (x, y) not in self.blocked

    def moves(self, cell):
        """All legal moves as (cell, cost), in the order of the searches."""
        x, y = cell
        if cell in self.blocked:
            return []
        moves = [((x + dx, y + dy), ONE) for dx, dy in STRAIGHT if self.is_free(x + dx, y + dy)]
        if self.neighbors >= 8:
            moves += [((x + dx, y + dy), DIAGONAL) for dx, dy in SLANTED
                      if self.is_free(x + dx, y + dy) and self.may_pass(x, y, dx, dy)]
        if self.neighbors == 16:
            for dx, dy in KNIGHTS:
                step = (dx // 2, 0) if abs(dx) == 2 else (0, dy // 2)
                slant = (dx // abs(dx), dy // abs(dy))
                if all(self.is_free(x + a, y + b) for a, b in ((dx, dy), step, slant)):
                    moves.append(((x + dx, y + dy), KNIGHT))
        return moves

    def may_pass(self, x, y, dx, dy):
        free = self.is_free(x + dx, y) + self.is_free(x, y + dy)
        return {"never": free == 2, "one": free >= 1, "always": True}[self.corners]

    def cost(self, a, b):
        """The cost of one move; None if it is illegal."""
        return dict(self.moves(a)).get(b)

    def h(self, cell, goal):
        dx, dy = abs(cell[0] - goal[0]), abs(cell[1] - goal[1])
        if self.neighbors == 4:
            return (dx + dy) * ONE
        if self.neighbors == 16:
            square = (dx * dx + dy * dy) * ONE * ONE
            root = int(square ** 0.5)
            while root * root > square:
                root -= 1
            while (root + 1) * (root + 1) <= square:
                root += 1
            return root
        return max(dx, dy) * ONE + min(dx, dy) * (DIAGONAL - ONE)

    def distances(self, goal):
        """Dijkstra: the true distance of every cell from which the goal is reachable. Moves are reversible at
        the same cost."""
        done, waiting = {}, {goal: 0}
        while waiting:
            cell = min(waiting, key=waiting.get)
            done[cell] = waiting.pop(cell)
            for to, cost in self.moves(cell):
                if to not in done and done[cell] + cost < waiting.get(to, 1 << 60):
                    waiting[to] = done[cell] + cost
        return done


class World:
    """The world, and the belief of an agent that sees the eight cells around it (24 with knight's moves)."""

    def __init__(self, truth, hidden):
        self.truth = truth
        self.belief = truth.copy(set() if hidden else truth.blocked)
        self.sight = 2 if truth.neighbors == 16 else 1

    def sense(self, cell):
        """Returns the cells that turned out to be blocked."""
        near = range(-self.sight, self.sight + 1)
        seen = {(cell[0] + dx, cell[1] + dy) for dx in near for dy in near}
        found = (seen & self.truth.blocked) - self.belief.blocked
        self.belief.blocked |= found
        return found
