/* cli/command/commands.h - the subcommands. Each takes the command line from its own name on, and
 * returns an exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

int cmd_algos(int argc, const char **argv);
int cmd_bench(int argc, const char **argv);
int cmd_demo(int argc, const char **argv);
int cmd_gen(int argc, const char **argv);
int cmd_info(int argc, const char **argv);
int cmd_precompute(int argc, const char **argv);
int cmd_race(int argc, const char **argv);
int cmd_render(int argc, const char **argv);
int cmd_replay(int argc, const char **argv);
int cmd_solve(int argc, const char **argv);
int cmd_watch(int argc, const char **argv);

#endif
