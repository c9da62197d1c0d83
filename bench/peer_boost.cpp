// bench/peer_boost.cpp - astar_search of Boost.Graph on a graph in compressed rows that is built
// once per map, with octile h. The property maps are allocated once per map, too; astar_search
// fills them again for every query.
#include "peer.h"

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace {

using Cost = double;
const Cost root2 = std::sqrt(2.0);

struct Step {
    Cost cost;
};
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Step,
                                                 boost::no_property, std::uint32_t, std::uint32_t>;
using Vertex = std::uint32_t;

struct Cell {
    std::int32_t x, y;
};

struct Peer {
    std::uint32_t width = 0;
    std::vector<Vertex> vertex_of; // by cell
    std::vector<Cell> cells;       // by vertex
    Graph graph;
    std::vector<Vertex> parent;
    std::vector<Cost> distance, rank;
    std::vector<boost::default_color_type> color;
    Vertex start = 0, goal = 0;
    std::uint64_t expansions = 0;
};

struct Octile : boost::astar_heuristic<Graph, Cost> {
    const Cell *cells;
    Cell goal;
    Octile(const Cell *all, Cell to) : cells(all), goal(to) {}
    Cost operator()(Vertex v) const {
        std::int32_t dx = std::abs(cells[v].x - goal.x);
        std::int32_t dy = std::abs(cells[v].y - goal.y);
        return std::max(dx, dy) + (root2 - 1) * std::min(dx, dy);
    }
};

struct Found {};

struct Visitor : boost::default_astar_visitor {
    Vertex goal;
    std::uint64_t *expansions;
    Visitor(Vertex to, std::uint64_t *count) : goal(to), expansions(count) {}
    void examine_vertex(Vertex v, const Graph &) {
        if (v == goal) {
            throw Found();
        }
        ++*expansions;
    }
};

void number_cells(Peer &peer, const wend_map *map) {
    peer.width = wend_map_width(map);
    std::uint32_t height = wend_map_height(map);
    peer.vertex_of.assign(std::size_t(peer.width) * height, WEND_STATE_NONE);
    for (std::uint32_t y = 0; y < height; y++) {
        for (std::uint32_t x = 0; x < peer.width; x++) {
            if (wend_map_is_free(map, x, y)) {
                peer.vertex_of[std::size_t(y) * peer.width + x] = Vertex(peer.cells.size());
                peer.cells.push_back({std::int32_t(x), std::int32_t(y)});
            }
        }
    }
}

// Edges in the order of their sources: orthogonal steps before diagonal ones, as in wend.
void build_graph(Peer &peer, const wend_map *map) {
    static const int dx[8] = {0, 1, 0, -1, 1, 1, -1, -1};
    static const int dy[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
    std::vector<std::pair<Vertex, Vertex>> edges;
    std::vector<Step> steps;
    auto is_free = [map](std::int32_t x, std::int32_t y) {
        return x >= 0 && y >= 0 && wend_map_is_free(map, std::uint32_t(x), std::uint32_t(y));
    };
    for (Vertex v = 0; v < peer.cells.size(); v++) {
        Cell c = peer.cells[v];
        for (int d = 0; d < 8; d++) {
            Cell to = {c.x + dx[d], c.y + dy[d]};
            if (is_free(to.x, to.y) && is_free(to.x, c.y) && is_free(c.x, to.y)) {
                edges.emplace_back(
                    v, peer.vertex_of[std::size_t(to.y) * peer.width + std::size_t(to.x)]);
                steps.push_back({d < 4 ? Cost(1) : root2});
            }
        }
    }
    peer.graph = Graph(boost::edges_are_sorted, edges.begin(), edges.end(), steps.begin(),
                       Vertex(peer.cells.size()));
}

void *open_peer(const wend_map *map) {
    auto peer = std::make_unique<Peer>();
    number_cells(*peer, map);
    build_graph(*peer, map);
    peer->parent.resize(peer->cells.size());
    peer->distance.resize(peer->cells.size());
    peer->rank.resize(peer->cells.size());
    peer->color.resize(peer->cells.size());
    return peer.release();
}

bool query(void *state, const bench_problem *problem) {
    Peer &p = *static_cast<Peer *>(state);
    p.start = p.vertex_of[std::size_t(problem->start_y) * p.width + problem->start_x];
    p.goal = p.vertex_of[std::size_t(problem->goal_y) * p.width + problem->goal_x];
    p.expansions = 0;
    auto index = get(boost::vertex_index, p.graph);
    try {
        boost::astar_search(
            p.graph, p.start, Octile(p.cells.data(), p.cells[p.goal]),
            boost::visitor(Visitor(p.goal, &p.expansions))
                .vertex_index_map(index)
                .weight_map(get(&Step::cost, p.graph))
                .predecessor_map(boost::make_iterator_property_map(p.parent.begin(), index))
                .distance_map(boost::make_iterator_property_map(p.distance.begin(), index))
                .rank_map(boost::make_iterator_property_map(p.rank.begin(), index))
                .color_map(boost::make_iterator_property_map(p.color.begin(), index)));
    } catch (const Found &) {
        return true;
    }
    return false;
}

double length(void *state) {
    const Peer &p = *static_cast<Peer *>(state);
    int straight = 0;
    int diagonal = 0;
    for (Vertex v = p.goal; v != p.start; v = p.parent[v]) {
        Cell a = p.cells[v];
        Cell b = p.cells[p.parent[v]];
        (a.x != b.x && a.y != b.y ? diagonal : straight)++;
    }
    return straight + diagonal * std::sqrt(2.0);
}

std::uint64_t expansions(void *state) {
    return static_cast<Peer *>(state)->expansions;
}

void close_peer(void *state) {
    delete static_cast<Peer *>(state);
}

} // namespace

const bench_peer bench_peer_boost = {
    "Boost.Graph",
    BOOST_LIB_VERSION,
    "compressed_sparse_row_graph built in advance, octile h, doubles",
    4,
    open_peer,
    query,
    length,
    expansions,
    close_peer,
};
