// Makes numbers.js and numbers.d.ts: the enums, limits and struct layouts of the C headers for JavaScript.
// Names and comments come from the headers. Values and offsets come from the compiler: wasm_numbers.c
// compiles a table of them into the module, and this program reads it from there.
//
//     node numbers.mjs list FILE              writes the C expressions of the table
//     node numbers.mjs write MODULE FOLDER    writes numbers.js and numbers.d.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const HEADERS = [
  "../../../include/wend/base.h",
  "../../../include/wend/map.h",
  "../../../include/wend/research/gen.h",
  "../../../include/wend/belief.h",
  "../../../include/wend/algorithm.h",
  "../../../include/wend/agent.h",
  "../../../include/wend/watch.h",
  "../../../include/wend/components.h",
  "../../../include/wend/explain.h",
  "../../../include/wend/fleet.h",
  "../../../include/wend/finder.h",
  "shim.h",
  "wasm_view.h",
];

// The enums for JavaScript. `prefix` is the common beginning of the names of the members, `c` the name of the
// enum. `form` selects the result: by default an object of numbers, "both" adds texts by number, and "names" is
// an array of the names by number.
const ENUMS = [
  {
    js: "AGENT_STATUS",
    c: "wend_agent_status",
    prefix: "WEND_AGENT_",
    form: "both",
    type: "AgentStatus",
    about:
      "The status of an agent. AGENT_STATUS.arrived is a number, AGENT_STATUS[tick.status] its text.",
  },
  {
    js: "ERRORS",
    c: "wend_error",
    prefix: "WEND_ERROR_|WEND_",
    form: "names",
    style: kebab,
    type: "ErrorCode",
    about: "The names of errors, by their numbers.",
  },
  {
    js: "TICK_FLAGS",
    prefix: "WEND_TICK_",
    about: "The bits of Tick.flags.",
  },
  {
    js: "VIEW",
    prefix: "VIEW_",
    about:
      "The bits of a cell of Agent.view. Ignore all bits that are not in `all`.",
  },
  {
    js: "NEEDS",
    c: "wend_needs",
    prefix: "WEND_NEEDS_",
    about:
      "What an algorithm needs of the domain. Each value includes the smaller ones.",
  },
  {
    js: "ACTS",
    c: "wend_acts",
    prefix: "WEND_ACTS_",
    about: "When an algorithm moves its agent.",
  },
  {
    js: "ALGO_FLAGS",
    prefix: "WEND_ALGO_",
    about: "The bits of Algorithm.flags.",
  },
  {
    js: "PARAMETER_KIND",
    c: "wend_parameter_kind",
    prefix: "WEND_PARAMETER_",
    about: "The kinds of parameters.",
  },
  {
    js: "PARAMETERS",
    c: "wend_parameter",
    prefix: "WEND_PARAMETER_",
    about: "The numbers of the parameters, and their count.",
  },
  {
    js: "SWITCH",
    c: "wend_switch",
    prefix: "WEND_",
    about: "Switches in the library; options are true, false or undefined.",
  },
  {
    js: "MOVES",
    c: "wend_moves",
    prefix: "WEND_MOVES_",
    about: "Values of the option `moves`.",
  },
  {
    js: "MAP_KINDS",
    c: "wend_gen_kind",
    prefix: "WEND_GEN_",
    form: "names",
    type: "MapKind",
    about: "Kinds of generated maps.",
  },
  {
    js: "CORNERS",
    c: "wend_corners",
    prefix: "WEND_CORNERS_",
    form: "names",
    type: "Corners",
    about: "The corner rules: may a diagonal step pass a blocked corner.",
  },
  {
    js: "UNIT_STATUS",
    c: "wend_unit_status",
    prefix: "WEND_UNIT_",
    form: "both",
    type: "UnitStatus",
    about:
      "The status of a unit of a fleet. UNIT_STATUS.queued is a number, UNIT_STATUS[number] its text.",
  },
  {
    js: "EVENTS",
    prefix: "WEND_EVENT_",
    about: "Kinds of events of a fleet, as bits.",
  },
  {
    js: "FRAME_FLAGS",
    prefix: "WEND_FRAME_",
    about: "The bits of Frame.flags.",
  },
  {
    js: "WAITS",
    c: "wend_wait",
    prefix: "WEND_WAIT_",
    form: "names",
    type: "Wait",
    about: "How a unit moves while it waits for its route.",
  },
  {
    js: "REASONS",
    c: "wend_reason",
    prefix: "WEND_REASON_",
    form: "names",
    style: kebab,
    type: "Reason",
    about: "The reasons of Explanation.reason.",
  },
  {
    js: "FIND_STATUS",
    c: "wend_find_status",
    prefix: "WEND_FIND_",
    form: "both",
    type: "FindStatus",
    about:
      "The outcome of a query. FIND_STATUS.found is a number, FIND_STATUS[answer.status] its text.",
  },
  {
    js: "REACH",
    c: "wend_reach",
    prefix: "WEND_REACH_",
    form: "names",
    type: "Reach",
    about: "The answers of Components.reach.",
  },
  {
    js: "PATH_FORM",
    c: "wend_path_form",
    prefix: "WEND_PATH_",
    about: "The form of a path.",
  },
];

const LIMITS = [
  { js: "SIDE_MAX", c: "WEND_MAP_SIDE_MAX", about: "Longest side of a map." },
  {
    js: "EXPANSIONS_MAX",
    c: "WEND_EXPANSIONS_MAX",
    about: "Largest budget of a tick, in expansions.",
  },
  {
    js: "SIGHT_MAX",
    c: "WEND_SIGHT_MAX",
    about: "Longest range of a sensor, in cells.",
  },
  {
    js: "COST_ONE",
    c: "WEND_COST_ONE",
    about: "The cost of a straight step in Tick.cost.",
  },
  {
    js: "UNITS_MAX",
    c: "WEND_FLEET_UNITS_MAX",
    about: "Maximum number of units of a fleet.",
  },
  {
    js: "FLEET_WORK_MIN",
    c: "WEND_FLEET_WORK_MIN",
    about: "Smallest budget of a frame, in units of work.",
  },
  {
    js: "FLEET_WORK_MAX",
    c: "WEND_FLEET_WORK_MAX",
    about: "Largest budget of a frame, in units of work.",
  },
  {
    js: "VACANT",
    c: "SHIM_VACANT",
    about: "The entry of Fleet.statuses for an empty slot.",
  },
  {
    js: "GOALS_MAX",
    c: "WEND_FINDER_GOALS_MAX",
    about: "Maximum number of goals of a query.",
  },
  {
    js: "WITHIN_MAX",
    c: "WEND_FINDER_WITHIN_MAX",
    about:
      "Largest distance of a query from its goals, as a cost (see COST_ONE).",
  },
  {
    js: "WORK_EXPANSION",
    c: "WEND_WORK_EXPANSION",
    about:
      "Units of work of one expansion of a cell-by-cell search; the smallest budget.",
  },
  {
    js: "NO_STATE",
    c: "WEND_STATE_NONE",
    about: "No state.",
  },
  {
    js: "NOT_GIVEN",
    c: "SHIM_NOT_GIVEN",
    about: "An option that was not given.",
  },
];

const STRUCTS = [
  {
    js: "TICK",
    c: "wend_tick",
    type: "Tick",
    fieldTypes: { status: "AgentStatus" },
    about: "What one tick did.",
  },
  {
    js: "AGENT_INFO",
    c: "wend_agent_info",
    type: "LibraryAgentInfo",
    about: "Counters since the creation of an agent.",
  },
  {
    js: "WALKED",
    c: "shim_walked",
    type: "Walked",
    about: "Counters of the package.",
  },
  { js: "ALGO", c: "wend_algo" },
  { js: "PARAMETER_INFO", c: "wend_parameter_info" },
  { js: "AGENT_OPTIONS", c: "shim_agent_options" },
  { js: "FLEET_OPTIONS", c: "shim_fleet_options" },
  {
    js: "FRAME",
    c: "wend_frame",
    type: "Frame",
    // An address, and 64 bits: Fleet.events and Fleet.hash.
    without: ["events", "hash"],
    about: "What one frame of a fleet did.",
  },
  {
    js: "FLEET_INFO",
    c: "wend_fleet_info",
    type: "FleetInfo",
    about: "Counters since the creation of a fleet, and its memory in bytes.",
  },
  { js: "EXPLANATION", c: "shim_explanation" },
  {
    js: "UPDATE_INFO",
    c: "wend_update_info",
    type: "UpdateInfo",
    about: "What an update of the connected components did.",
  },
  {
    js: "ANSWER",
    c: "wend_answer",
    type: "LibraryAnswer",
    fieldTypes: { status: "FindStatus" },
    without: ["count", "needed"],
    about: "The answer to a query.",
  },
];

// ---- Names --------------------------------------------------------------------------------------

function camel(name) {
  return name
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function kebab(name) {
  return name.toLowerCase().replaceAll("_", "-");
}

function words(name) {
  return name.toLowerCase().replaceAll("_", " ");
}

/** Returns a C comment as one line, without its asterisks. */
function plain(comment) {
  return (comment ?? "").replace(/\s*\n\s*\*?\s*/g, " ").trim();
}

// ---- Reading headers ----------------------------------------------------------------------------

const COMMENT = String.raw`\/\*((?:[^*]|\*(?!\/))*)\*\/`;

/** Returns adjacent matches of a pattern that cover the whole text; throws if they do not. */
function matchAll(text, pattern, where) {
  const sticky = new RegExp(pattern, "y");
  const found = [];
  for (let rest = 0; (rest = sticky.lastIndex) < text.length;) {
    const match = sticky.exec(text);
    if (!match) {
      throw new Error(`${where}: cannot read "${text.slice(rest).trim()}"`);
    }
    found.push(match);
  }
  return found;
}

function readMembers(body, where) {
  const before = `\\s*(?:${COMMENT}\\s*)?`;
  const member = `(\\w+)(?:\\s*=[^,/]*)?,?[ \\t]*(?:${COMMENT})?\\s*`;
  return matchAll(body, before + member, where).map(
    ([, first, name, second]) => ({ name, about: plain(second ?? first) }),
  );
}

function fieldKind(type) {
  if (/\bchar \*$/.test(type)) {
    return "text";
  }
  if (type.includes("*")) {
    return "address";
  }
  return type === "bool" ? "flag" : "number";
}

function readFields(body, where) {
  const before = `\\s*(?:${COMMENT}\\s*)?`;
  const field = `([^;/]+);[ \\t]*(?:${COMMENT})?\\s*`;
  return matchAll(body, before + field, where).flatMap(
    ([, first, declaration, second]) => {
      const match = /^(.*?[ *])(\w+(?:, \w+)*)$/s.exec(declaration);
      if (!match) {
        throw new Error(`${where}: cannot read "${declaration}"`);
      }
      const [, type, names] = match;
      return names.split(", ").map((name) => ({
        name,
        kind: fieldKind(type.trim()),
        about: plain(second ?? first),
      }));
    },
  );
}

const headers = HEADERS.map((path) =>
  readFileSync(new URL(path, import.meta.url), "utf8"),
).join("\n");

function readEnum({ js, c, prefix }) {
  const first = prefix.split("|").at(-1);
  const comment = COMMENT.replace("((?:", "(?:(?:"); // not captured
  const head = c
    ? `enum ${c} \\{`
    : `enum \\{(?=\\s*(?:${comment}\\s*)?${first})`;
  const match = new RegExp(`${head}([^}]*)\\}`).exec(headers);
  if (!match) {
    throw new Error(`the headers have no enum for ${js}`);
  }
  return readMembers(match[1], js);
}

function readStruct({ c }) {
  const match = new RegExp(`struct ${c} \\{([^}]*)\\}`).exec(headers);
  if (!match) {
    throw new Error(`the headers have no struct ${c}`);
  }
  return readFields(match[1], c);
}

const enums = ENUMS.map((it) => ({ ...it, members: readEnum(it) }));
const structs = STRUCTS.map((it) => ({ ...it, fields: readStruct(it) }));

// ---- The table ----------------------------------------------------------------------------------

/** The C expressions whose values form the table. */
const expressions = [
  ...enums.flatMap(({ members }) => members.map(({ name }) => name)),
  ...LIMITS.map(({ c }) => c),
  ...structs.flatMap(({ c, fields }) => [
    `sizeof(${c})`,
    ...fields.flatMap(({ name }) => [
      `offsetof(${c}, ${name})`,
      `sizeof(((${c} *)0)->${name})`,
    ]),
  ]),
];

async function readTable(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const nothing = () => 0;
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = { ...imports[from], [name]: nothing };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const words = [
    ...new Uint32Array(
      exports.memory.buffer,
      exports.numbers_table(),
      exports.numbers_count(),
    ),
  ];
  if (words.length !== expressions.length) {
    throw new Error(`${words.length} numbers, expected ${expressions.length}`);
  }
  return words;
}

// ---- Writing ------------------------------------------------------------------------------------

const HEAD =
  "// Made by wasm/numbers.mjs from the C headers; do not edit. In comments, names that begin with wend_ or\n" +
  "// WEND_ are those of the headers.\n";

const doc = (about, indent = "") => (about ? `${indent}/** ${about} */\n` : "");

/** The JavaScript names and the values of an enum. */
function namedValues({ prefix, members, style = camel }, take) {
  return members.map(({ name, about }) => {
    const own = name.replace(new RegExp(`^(?:${prefix})`), "");
    return { name: style(own), text: words(own), value: take(), about };
  });
}

function namesByNumber(js, values) {
  return values.map((_, number) => {
    const entry = values.find(({ value }) => value === number);
    if (!entry) {
      throw new Error(`${js} has no name for ${number}`);
    }
    return entry.name;
  });
}

/** Returns the one-line form if it fits into prettier's width. */
function fitted(line, lines) {
  return line.length <= 81 ? line : lines;
}

function enumCode({ js, form }, values) {
  const head = `export const ${js} = Object.freeze(`;
  if (form === "names") {
    const names = namesByNumber(js, values).map((name) => `"${name}"`);
    return fitted(
      `${head}[${names.join(", ")}]);\n`,
      `${head}[\n${names.map((name) => `  ${name},\n`).join("")}]);\n`,
    );
  }
  const lines = values.map(({ name, value }) => `  ${name}: ${value},\n`);
  if (form === "both") {
    lines.push(...values.map(({ text, value }) => `  ${value}: "${text}",\n`));
  }
  return `${head}{\n${lines.join("")}});\n`;
}

function enumTypes({ js, form, about, type }, values) {
  if (form === "names") {
    const names = values.map(({ name }) => `"${name}"`);
    const choices = fitted(
      `export type ${type} = ${names.join(" | ")};\n`,
      `export type ${type} =\n  | ${names.join("\n  | ")};\n`,
    );
    return `${choices}\n${doc(about)}export const ${js}: readonly ${type}[];\n`;
  }
  const lines = values.map(
    ({ name, value, about: one }) =>
      `${doc(one, "  ")}  readonly ${name}: ${value};\n`,
  );
  let choices = "";
  if (form === "both") {
    lines.push("  readonly [number: number]: string;\n");
    const numbers = values.map(({ value }) => value);
    choices = `${doc(`A number of ${js}.`)}export type ${type} = ${numbers.join(" | ")};\n\n`;
  }
  return `${choices}${doc(about)}export const ${js}: {\n${lines.join("")}};\n`;
}

const KINDS = {
  number: { 1: "u8", 4: "u32", 8: "u64" },
  text: { 4: "text" },
  flag: { 1: "u8" },
  address: { 4: "u32" },
};

/** Whether a field of a struct is exported to JavaScript. */
const isTaken = ({ without = [] }, { name }) => !without.includes(name);

function structCode({ js, c, fields, ...struct }, take) {
  const size = take();
  let end = 0;
  const lines = fields.map((field) => {
    const { name, kind } = field;
    const at = take();
    const bytes = take();
    const as = KINDS[kind][bytes];
    // Fields are in the order of the header, with only padding between them.
    if (!as || at < end || at - end >= 8) {
      throw new Error(`${c}.${name}: ${bytes} bytes at ${at}, after ${end}`);
    }
    end = at + bytes;
    return isTaken(struct, field)
      ? `    ${camel(name)}: { at: ${at}, as: "${as}" },\n`
      : "";
  });
  if (size - end >= 8) {
    throw new Error(`${c}: ${size} bytes, the last field ends at ${end}`);
  }
  return (
    `export const ${js} = Object.freeze({\n  size: ${size},\n` +
    `  fields: {\n${lines.join("")}  },\n});\n`
  );
}

function structTypes({ type, about, fields, fieldTypes = {}, ...struct }) {
  const lines = fields
    .filter((field) => isTaken(struct, field))
    .map(
      ({ name, about: one }) =>
        `${doc(one, "  ")}  ${camel(name)}: ${fieldTypes[name] ?? "number"};\n`,
    );
  return `${doc(about)}export interface ${type} {\n${lines.join("")}}\n`;
}

/** The names of algorithms, and the options of agents that are parameters, from the tables of the library. */
async function tableTypes(module, folder) {
  const path = pathToFileURL(join(folder, "index.js")).href;
  const { load, PARAMETER_KIND } = await import(path);
  const { algorithms, parameters } = await load(readFileSync(module));
  const names = algorithms.map(({ name }) => `\n  | "${name}"`);
  const options = parameters.filter(
    (it) => it.kind !== PARAMETER_KIND.precomputed,
  );
  const lines = options.map((it) => {
    const isSwitch = it.kind === PARAMETER_KIND.switch;
    const unit = it.kind === PARAMETER_KIND.permille ? ", in thousandths" : "";
    const max = Math.min(it.max, Number.MAX_SAFE_INTEGER);
    const range = isSwitch ? "" : `; ${it.min} to ${max}`;
    const standard = it.defaultValue ?? "see Algorithm.defaults";
    const about = `${it.title}${unit}${range}; default: ${standard}`;
    const type = isSwitch ? "boolean" : "number";
    return `${doc(about, "  ")}  ${it.name}?: ${type};\n`;
  });
  return (
    `${doc("The name of an algorithm.")}` +
    `export type AlgorithmName =${names.join("")};\n\n` +
    `${doc("Options of agents that only some algorithms read: see Algorithm.parameters.")}` +
    `export interface ParameterOptions {\n${lines.join("")}}\n\n` +
    `${doc("The name of a parameter.")}` +
    `export type ParameterName = Exclude<keyof typeof PARAMETERS, "count">;\n`
  );
}

async function write(module, folder) {
  const words = await readTable(module);
  const rest = words.values();
  const take = () => rest.next().value;
  const code = [];
  const types = [];
  for (const it of enums) {
    const values = namedValues(it, take);
    code.push(enumCode(it, values));
    types.push(enumTypes(it, values));
  }
  for (const { js, about } of LIMITS) {
    const value = take();
    code.push(`export const ${js} = ${value};\n`);
    types.push(`${doc(about)}export const ${js}: ${value};\n`);
  }
  code.push(...structs.map((it) => structCode(it, take)));
  types.push(...structs.filter((it) => it.type).map(structTypes));
  code.push(
    `/** All values of the table. load() compares them with those of the module. */\n` +
      `export const TABLE =\n  "${words.join(" ")}";\n`,
  );
  writeFileSync(join(folder, "numbers.js"), `${HEAD}\n${code.join("\n")}`);
  types.push(await tableTypes(module, folder));
  writeFileSync(join(folder, "numbers.d.ts"), `${HEAD}\n${types.join("\n")}`);
}

const [command, ...paths] = process.argv.slice(2);
if (command === "list") {
  writeFileSync(paths[0], expressions.map((it) => `${it},\n`).join(""));
} else {
  await write(paths[0], paths[1]);
}
