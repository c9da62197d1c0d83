// Calls into the module: conversion of strings, structs and blocks of memory, and exceptions.

import { COST_ONE, ERRORS, NOT_GIVEN } from "./numbers.js";

/** report_index returns this if the error is not about an element of an array. */
const NO_INDEX = 0xffffffff;

export class WendError extends Error {
  constructor(code, message, { field = "", line = 0, column = 0 } = {}) {
    super(message);
    this.name = "WendError";
    this.code = code;
    this.field = field;
    this.line = line;
    this.column = column;
  }
}

export const argumentError = (message, field) =>
  new WendError("argument", message, { field });

/** Returns a value as text for an error message. Objects are not printed in full. */
export function shown(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? "an object"
    : String(value);
}

/** Returns a whole number within a range; throws otherwise. */
export function whole(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw argumentError(
      `${name} is ${shown(value)}, expected a whole number from ${low} to ${high}`,
      name,
    );
  }
  return value;
}

/** Returns a boolean as 0 or 1; throws for other values. */
export function flag(value, name) {
  if (typeof value !== "boolean") {
    throw argumentError(
      `${name} is ${shown(value)}, expected true or false`,
      name,
    );
  }
  return value ? 1 : 0;
}

/** Returns a list or a typed array; throws for other values. */
export function listOf(value, name) {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) {
    throw argumentError(`${name} is ${shown(value)}, expected a list`, name);
  }
  return value;
}

/** Converts a length in cells to a cost of the library. */
export function packCost(value, name, most) {
  const cost = typeof value === "number" ? Math.round(value * COST_ONE) : NaN;
  if (!(cost >= 0 && cost < most + 1)) {
    const high = Math.floor(most / COST_ONE);
    throw argumentError(
      `${name} is ${shown(value)}, expected a number from 0 to ${high}`,
      name,
    );
  }
  return cost;
}

export function oneOf(value, name, names) {
  const index = names.indexOf(value);
  if (index < 0) {
    throw argumentError(
      `${name} is ${shown(value)}, expected ${names.join(", ")}`,
      name,
    );
  }
  return index;
}

export function optionsOf(options, what) {
  if (typeof options !== "object" || options === null) {
    throw argumentError(
      `the options of ${what} are ${shown(options)}, expected an object`,
      "options",
    );
  }
  return options;
}

/** Throws for unknown options, so that a misspelled one is not ignored. */
export function knownOptions(options, what, names) {
  for (const name of Object.keys(optionsOf(options, what))) {
    if (!names.includes(name)) {
      throw argumentError(
        `unknown option ${name} of ${what}, expected ${names.join(", ")}`,
        name,
      );
    }
  }
}

/** The exports of one instance of the module. */
export class Core {
  constructor(exports) {
    this.call = exports;
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
  }

  // The buffer is replaced when the memory grows, so each use makes a new view of it.
  bytes(address, length) {
    return new Uint8Array(this.call.memory.buffer, address, length);
  }

  #read(view, offset, as) {
    switch (as) {
      case "u8":
        return view.getUint8(offset);
      case "u32":
        return view.getUint32(offset, true);
      case "u64":
        return Number(view.getBigUint64(offset, true)); // exact up to 2^53
      case "text":
        return this.string(view.getUint32(offset, true));
    }
  }

  /** Reads a field of a struct. numbers.js has the layouts. */
  field(address, { at, as }) {
    return this.#read(new DataView(this.call.memory.buffer), address + at, as);
  }

  struct(address, { fields }) {
    const view = new DataView(this.call.memory.buffer);
    const values = {};
    for (const name in fields) {
      const { at, as } = fields[name];
      values[name] = this.#read(view, address + at, as);
    }
    return values;
  }

  words(address, length) {
    return new Uint32Array(this.call.memory.buffer, address, length);
  }

  string(address) {
    const all = new Uint8Array(this.call.memory.buffer);
    return this.decoder.decode(all.subarray(address, all.indexOf(0, address)));
  }

  /** Calls a function of the module; throws if it reports an error. */
  checked(name, ...values) {
    this.call.report_clear();
    const result = this.call[name](...values);
    const error = this.call.report_error();
    if (error) {
      throw this.report(ERRORS[error]);
    }
    return result;
  }

  /** Makes an exception of the last report, with field names in camelCase. */
  report(code) {
    const line = this.call.report_line();
    const name = this.string(this.call.report_field());
    const index = this.call.report_index() >>> 0;
    const field = camelCase(name) + (index === NO_INDEX ? "" : `[${index}]`);
    const text = this.string(this.call.report_text());
    const about = !name || text.includes(name) ? "" : `${field}: `;
    return new WendError(
      code,
      (line ? `line ${line}: ` : "") +
        about +
        (name ? text.replaceAll(name, field) : text),
      { field, line, column: this.call.report_column() },
    );
  }

  /** Calls `use` with a temporary block of the module's memory. */
  withBlock(size, use) {
    const block = this.checked("memory_take", Math.max(size, 1));
    try {
      return use(block);
    } finally {
      this.call.memory_give(block);
    }
  }

  withBytes(bytes, use) {
    return this.withBlock(bytes.length, (block) => {
      this.bytes(block, bytes.length).set(bytes);
      return use(block);
    });
  }

  withWords(words, use) {
    return this.withBlock(4 * words.length, (block) => {
      this.words(block, words.length).set(words);
      return use(block);
    });
  }

  withString(text, use) {
    return this.withBytes(this.encoder.encode(`${text}\0`), use);
  }
}

/** Converts booleans to numbers. */
function numberOf(value) {
  return typeof value === "boolean" ? Number(value) : value;
}

/** Packs a struct of numbers. Fields that `values` does not have become NOT_GIVEN. */
export function packStruct({ size, fields }, values) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  for (const [name, { at }] of Object.entries(fields)) {
    const value = values[name];
    const number =
      value === undefined
        ? NOT_GIVEN
        : whole(numberOf(value), name, 0, NOT_GIVEN - 1);
    view.setUint32(at, number, true);
  }
  return bytes;
}

/** Converts a C name to camelCase: queue_size becomes queueSize. */
export function camelCase(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
