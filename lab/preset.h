/* lab/preset.h - an experiment as described by its YAML file (docs/lab.md): problems, agents,
 * measures, plots, and statements of the papers. Reading a preset loads no map and runs nothing.
 *
 * All texts are valid until preset_clear. Conditions and measures are SQL over the columns of the
 * view `rows` (rows.h); they are checked when the preset is read. */
#ifndef LAB_PRESET_H
#define LAB_PRESET_H

#include "options/fleet_options.h"
#include "options/settings.h"
#include "run/problems.h"

#define PRESET_LIST_MAX 64 /* files of a problem set, points of a statement, ... */

/* A list of texts. */
struct texts {
    const char *items[PRESET_LIST_MAX];
    uint32_t count;
};

/* ---- Problems ------------------------------------------------------------------------------- */

typedef enum problem_source {
    SOURCE_SCENARIOS, /* problems of scenario files, on their maps */
    SOURCE_MAPS,      /* random problems on maps */
    SOURCE_FLEETS,    /* orders for many units on maps: one problem for each seed */
    SOURCE_TRACKS,    /* random problems on racetracks */
    SOURCE_PUZZLE     /* the instances of a puzzle file */
} problem_source;

static inline bool source_is_grid(problem_source source) {
    return source <= SOURCE_FLEETS;
}

/* Generated maps or puzzles of the same kind, which replace the files if there is no data. */
struct stand_in {
    wend_gen_def gen;  /* `seed` is that of the first map; the next maps use the next seeds */
    uint32_t count;    /* maps */
    uint32_t problems; /* of each map, or puzzles */
    uint32_t shuffles; /* random moves from the ordered puzzle; 0 for grids and racetracks */
};

/* A set of problems with one neighbourhood and one corner rule; for fleets, also with one number of
 * units and one kind of order. An entry of `problems` with several of these makes several sets. */
struct problem_set {
    const char *name;  /* unique in the preset */
    const char *entry; /* the name of its entry */
    uint32_t line;     /* in the file */
    problem_source source;
    struct texts files;        /* SET/NAME without extension, as in --data */
    map_options map;           /* neighbors, corners, passable, factors */
    char *max_speed, *enlarge; /* of racetracks; NULL: the default */
    struct selection selection;
    uint32_t random_problems; /* of each map or track */
    uint64_t first_seed;      /* of random problems, which are drawn for each of `seeds` seeds */
    uint32_t seeds;
    bool any_problems; /* random problems on maps need not have a route */
    uint32_t units;    /* for fleets, else 0 */
    fleet_order order;
    struct stand_in stand_in;
};

/* ---- Agents --------------------------------------------------------------------------------- */

/* One agent, or the rules of a fleet: an algorithm with its settings, which is run on every problem
 * of its sets. */
struct configuration {
    const char *label;   /* its name in tables and plots, without the budget */
    const char *options; /* all given options, as on the command line */
    struct setting setting;
    struct fleet_setting fleet; /* budget 0: none. The problem has units, order and seed */
    uint32_t table_level;       /* of the table of subgoals, if it needs one */
    uint64_t sets;              /* bit i: it is run on set i */
    uint32_t line;
};

static inline bool is_fleet(const struct configuration *c) {
    return c->fleet.budget != 0;
}

/* Returns the level of the abstraction that it plans on or that its table is made for; NAN if none.
 */
double configuration_level(const struct configuration *c);

/* ---- Plots ---------------------------------------------------------------------------------- */

typedef enum statistic_name { STATISTIC_MEAN, STATISTIC_MEDIAN, STATISTIC_GEOMEAN } statistic_name;

struct axis {
    const char *measure; /* SQL over `rows` */
    const char *label;   /* with its unit */
    bool log;
    double min, max; /* NAN: from the values */
};

struct preset_plot {
    const char *name; /* of its file */
    const char *title;
    uint32_t line;
    struct axis x, y; /* each is the statistic over the problems of a configuration */
    statistic_name statistic;
    struct texts series; /* columns; one curve for each combination of their values */
    const char *where;   /* SQL that selects rows; "1" for all */
    bool points;         /* without lines */
};

/* ---- Statements ----------------------------------------------------------------------------- */

typedef enum expectation {
    EXPECT_VALUE, /* `is`, within `tolerance` */
    EXPECT_BELOW, /* below `limit` at every point */
    EXPECT_ABOVE,
    EXPECT_FALLS,   /* falls from each value of `along` to the next */
    EXPECT_RISES,   /* rises from each value of `along` to the next */
    EXPECT_EVERY,   /* the condition `measure` is true in every row */
    EXPECT_UNTESTED /* cannot be reproduced, see `reason` */
} expectation;

/* A statement about a quantity, which is the statistic of `measure` over the rows that `of`
 * selects. With `over`, the quantity is the ratio to other rows: paired problem by problem if the
 * statistic is geomean, else the ratio of the two statistics. With `each`, there is one quantity
 * for every value of that column, and the statement must hold at each. */
struct statement {
    const char *id;   /* unique in the preset */
    const char *says; /* the statement in words, close to the paper */
    uint32_t line;
    uint32_t claim; /* its number in the list of the papers' claims; 0: none */
    expectation kind;
    const char *measure; /* SQL over `rows` */
    statistic_name statistic;
    const char *of;             /* SQL that selects rows */
    const char *over;           /* SQL; NULL: no ratio */
    const char *each;           /* a column; NULL: one quantity over all rows */
    struct texts at;            /* values of `each`; none: all */
    double is[PRESET_LIST_MAX]; /* per point */
    uint32_t is_count;          /* 1: the same value at every point */
    double tolerance;           /* relative to `is`: 0.05 is 5 % */
    double limit;
    const char *along;    /* a column of numbers */
    const char *reason;   /* why the statement cannot be reproduced */
    const char *because;  /* explains the result; NULL: no explanation */
    struct texts changes; /* changes of the tolerance after the first full run, with reasons */
};

/* ---- The preset ------------------------------------------------------------------------------ */

struct preset {
    const char *name; /* of the file, without folder and extension */
    const char *path;
    const char *text;     /* the whole file */
    const char *title;    /* one line */
    const char *paper;    /* which paper, and where in it; NULL: none */
    const char *about;    /* a paragraph; NULL: none */
    const char *data;     /* a note if the data is not that of the paper; NULL: none */
    struct texts remarks; /* paragraphs about the results */
    bool timed;           /* some settings have ticks of a given duration */
    struct problem_set *sets;
    uint32_t set_count;
    struct configuration *configurations;
    uint32_t configuration_count;
    struct texts measures; /* columns or SQL, for the summary and the tables */
    struct preset_plot *plots;
    uint32_t plot_count;
    struct statement *statements;
    uint32_t statement_count;
    struct preset_memory *memory; /* contains all of the above */
};

/* Reads a preset. `quick` applies its `quick` keys. Returns 0, or an exit code after a message that
 * names the file, the line and what was expected. Call preset_clear in either case. */
int preset_read(const char *path, bool quick, struct preset *out);
/* Reads a preset from a text, such as one that was stored with the rows. */
int preset_read_text(const char *path, const char *text, bool quick, struct preset *out);
void preset_clear(struct preset *preset);

/* Adds the agents of a plugin: one for every counted budget, terrain and set of grid problems of
 * the preset, with one trial. A plugin whose name is already in the preset is refused. Returns 0,
 * or an exit code after a message. */
int preset_add_plugin(struct preset *preset, const wend_plugin *plugin);

/* Reads a preset by name: a file if the name ends in .yaml, else NAME.yaml in the folder of
 * presets. The folder is `folder` unless NULL, else $WEND_LAB, else ./lab/presets if it has
 * presets; otherwise the built-in presets are used. Returns 0, or an exit code after a message that
 * names the place that was searched. Call preset_clear in either case. */
int preset_load(const char *folder, const char *name, bool quick, struct preset *out);

/* Lists the names of all presets in alphabetical order. The caller frees each name and the array.
 * Returns 0, or an exit code after a message. */
int preset_names(const char *folder, char ***names, uint32_t *count);

#endif
