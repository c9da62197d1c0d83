/* cli/run/plugin_agent.h - algorithms in a shared library (wend/research/plugin.h), and their
 * agents. */
#ifndef CLI_PLUGIN_AGENT_H
#define CLI_PLUGIN_AGENT_H

#include "run/scene.h"

#include <wend/research/plugin.h>
#include <wend/wend.h>

/* Loads a plugin, which stays loaded until the command ends. Returns 0, or an exit code after a
 * message. */
int plugin_load(const char *path, const wend_plugin **out);

struct plugin_agent;

/* Creates an agent for a task on a grid. `map` is the map that the agent knows. Returns 0, or an
 * exit code after a message. */
int plugin_agent_create(const wend_plugin *plugin, const struct task *task, const wend_map *map,
                        struct plugin_agent **out);
void plugin_agent_destroy(struct plugin_agent *agent); /* NULL is allowed */

/* Runs one tick. An illegal move is an error of the plugin and ends the command with a message. */
void plugin_agent_tick(struct plugin_agent *agent, uint32_t budget, wend_tick *tick);
wend_state plugin_agent_state(const struct plugin_agent *agent);
wend_agent_info plugin_agent_counters(const struct plugin_agent *agent);

#endif
