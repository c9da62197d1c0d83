/* lab/lab.h - the subcommands of wend-lab. Each takes its part of the command line, starting with
 * its name, and returns an exit code. */
#ifndef LAB_H
#define LAB_H

int lab_list(int argc, const char **argv);
int lab_show(int argc, const char **argv);
int lab_run(int argc, const char **argv);
int lab_resume(int argc, const char **argv);
int lab_export(int argc, const char **argv);
int lab_merge(int argc, const char **argv);
int lab_compare(int argc, const char **argv);
int lab_plot(int argc, const char **argv);
int lab_report(int argc, const char **argv);

#endif
