/* lab/preset.h - an experiment as its YAML file describes it (docs/lab.md): problems, agents,
 * measures, plots, and what the paper says. Reading it loads no map and runs nothing.
 *
 * All texts live as long as the preset. Conditions and measures are SQL over the columns of the
 * view `rows` (rows.h); they are checked when the preset is read. */
#ifndef LAB_PRESET_H
#define LAB_PRESET_H

#include "options/fleet_options.h"
#include "options/settings.h"
#include "run/problems.h"

#define PRESET_LIST_MAX 64 /* files of a problem set, points of a statement, ... */

/* Texts of a list in the file. */
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

/* What stands for the files where there is no data: maps of the same kind, or puzzles. */
struct stand_in {
    wend_gen_def gen;  /* `seed` is that of the first map, the next ones count on */
    uint32_t count;    /* maps */
    uint32_t problems; /* of each map, or puzzles */
    uint32_t shuffles; /* random moves from the ordered puzzle; 0 for grids and racetracks */
};

/* A set of problems with one neighbourhood and one rule for corners, of fleets with one number of
 * units and one kind of order: an entry of `problems` with several of these stands for several
 * sets. */
struct problem_set {
    const char *name;  /* unique in the preset */
    const char *entry; /* the name of its entry */
    uint32_t line;     /* in the file */
    problem_source source;
    struct texts files;        /* SET/NAME without ending, as they lie under --data */
    map_options map;           /* neighbors, corners, passable, factors */
    char *max_speed, *enlarge; /* of racetracks, null for the default */
    struct selection selection;
    uint32_t random_problems; /* of each map or track */
    uint64_t first_seed;      /* of random problems: one set of them for each of `seeds` seeds */
    uint32_t seeds;
    bool any_problems; /* random problems on maps need not have a route */
    uint32_t units;    /* of fleets, else 0 */
    fleet_order order;
    struct stand_in stand_in;
};

/* ---- Agents --------------------------------------------------------------------------------- */

/* One agent, or the rules of a fleet: the setting of an algorithm that is run on every problem of
 * its sets. */
struct configuration {
    const char *label;   /* as tables and plots name it, without the budget */
    const char *options; /* all that was given, in the form of the command line */
    struct setting setting;
    struct fleet_setting fleet; /* budget 0: none. Its units, order and seed are the problem's */
    uint32_t table_level;       /* of the table of subgoals, if it needs one */
    uint64_t sets;              /* bit i: it is run on set i */
    uint32_t line;
};

static inline bool is_fleet(const struct configuration *c) {
    return c->fleet.budget != 0;
}

/* The level of the abstraction that it plans on, or that its table is made for; NAN if none. */
double configuration_level(const struct configuration *c);

/* ---- What is shown -------------------------------------------------------------------------- */

typedef enum statistic_name { STATISTIC_MEAN, STATISTIC_MEDIAN, STATISTIC_GEOMEAN } statistic_name;

struct axis {
    const char *measure; /* SQL over `rows` */
    const char *label;   /* with its unit */
    bool log;
    double min, max; /* NAN: by the values */
};

struct preset_plot {
    const char *name; /* of the file that it is written to */
    const char *title;
    uint32_t line;
    struct axis x, y; /* of each, the statistic over the problems of a configuration */
    statistic_name statistic;
    struct texts series; /* columns: a curve for each combination of their values */
    const char *where;   /* SQL: which rows; "1" for all */
    bool points;         /* not joined by lines */
};

/* ---- What the paper says -------------------------------------------------------------------- */

typedef enum expectation {
    EXPECT_VALUE, /* `is`, within `tolerance` */
    EXPECT_BELOW, /* at every point below `limit` */
    EXPECT_ABOVE,
    EXPECT_FALLS,   /* from each value of `along` to the next */
    EXPECT_RISES,   /* likewise */
    EXPECT_EVERY,   /* `measure`, a condition, is true in every row */
    EXPECT_UNTESTED /* it cannot be reproduced: `reason` */
} expectation;

/* A statement. Its quantity is the statistic of `measure` over the rows that `of` selects; with
 * `over` the ratio to that of other rows, paired problem by problem where the statistic is
 * geomean, else of the two statistics. With `each` the quantity is taken for every value of that
 * column, and the statement holds if it does at every one. */
struct statement {
    const char *id;   /* unique in the preset */
    const char *says; /* in words, as in the paper or close to it */
    uint32_t line;
    uint32_t claim; /* its number in the list of the papers' claims, 0: none of them */
    expectation kind;
    const char *measure; /* SQL over `rows` */
    statistic_name statistic;
    const char *of;             /* SQL: which rows */
    const char *over;           /* SQL, null: no ratio */
    const char *each;           /* a column, null: one quantity over all rows */
    struct texts at;            /* values of `each`; none: all that there are */
    double is[PRESET_LIST_MAX]; /* by point */
    uint32_t is_count;          /* 1 stands for the same at every point */
    double tolerance;           /* share of `is`: 0.05 is 5 % */
    double limit;
    const char *along;    /* a column of numbers */
    const char *reason;   /* why it cannot be reproduced */
    const char *because;  /* why it comes out as it does, null: nothing to say */
    struct texts changes; /* of the tolerance after the first full run, each with its reason */
};

/* ---- The preset ------------------------------------------------------------------------------ */

struct preset {
    const char *name; /* of the file, without folder and ending */
    const char *path;
    const char *text;     /* the whole file */
    const char *title;    /* one line */
    const char *paper;    /* which one, and where in it; null: none */
    const char *about;    /* a paragraph, null: none */
    const char *data;     /* what to say of the data if it is not the paper's, null: nothing */
    struct texts remarks; /* paragraphs on what was found */
    bool timed;           /* some settings have a length of ticks: times are measured */
    struct problem_set *sets;
    uint32_t set_count;
    struct configuration *configurations;
    uint32_t configuration_count;
    struct texts measures; /* columns or SQL, for the summary and the tables */
    struct preset_plot *plots;
    uint32_t plot_count;
    struct statement *statements;
    uint32_t statement_count;
    struct preset_memory *memory; /* what holds all of the above */
};

/* Reads a preset; with `quick`, as its `quick` parts change it. 0, or an exit code after a message
 * that names file, line and what was expected. To be cleared in any case. */
int preset_read(const char *path, bool quick, struct preset *out);
/* The same from a text, as it was kept with the rows. */
int preset_read_text(const char *path, const char *text, bool quick, struct preset *out);
void preset_clear(struct preset *preset);

/* Adds the agents of a plugin: one for every budget, terrain and set of problems that the preset
 * has on grids, one trial, counted ticks. A plugin whose name stands in the preset is refused. 0,
 * or an exit code after a message. */
int preset_add_plugin(struct preset *preset, const wend_plugin *plugin);

/* Reads a preset by its name: a file if it ends in .yaml, else NAME.yaml in the folder of presets.
 * That is `folder` if not null, else $WEND_LAB, else ./lab if there are presets in it, else the
 * presets that are part of the command. 0, or an exit code after a message that says where it was
 * looked for. To be cleared in any case. */
int preset_load(const char *folder, const char *name, bool quick, struct preset *out);

/* The names of all presets there, in alphabetical order; to be freed one by one and
 * together. 0, or an exit code after a message. */
int preset_names(const char *folder, char ***names, uint32_t *count);

#endif
