// Objects in the module's memory, and when they end.

import { argumentError } from "./core.js";

/** One object of the module. It ends with `destroy`, at the latest before the one that it was made on. */
export class Handle {
  #core;
  #type;
  #address;
  #parent;
  #children = new Set();

  /** `type` is a word of the module's functions: agent_destroy destroys an agent. */
  constructor(core, type, address, parent) {
    this.#core = core;
    this.#type = type;
    this.#address = address;
    this.#parent = parent;
    parent?.#children.add(this);
  }

  get address() {
    if (!this.#address) {
      throw argumentError(`the ${this.#type} was destroyed`);
    }
    return this.#address;
  }

  /** The addresses of all objects of a type that were made on this one. */
  *addressesOf(type) {
    for (const child of this.#children) {
      if (child.#type === type) {
        yield child.address;
      }
    }
  }

  /** The youngest goes first, because it may use one that was there before it. */
  destroy() {
    for (const child of [...this.#children].reverse()) {
      child.destroy();
    }
    if (this.#address) {
      this.#core.call[`${this.#type}_destroy`](this.#address);
    }
    this.#address = 0;
    this.#parent?.#children.delete(this);
  }
}

// What nobody refers to any more is destroyed. Handles do not refer to what users hold.
const registry = new FinalizationRegistry((handle) => handle.destroy());

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** What users hold: the end of an object is that of its handle. */
export class Owner {
  #handle;

  constructor(handle) {
    this.#handle = handle;
    registry.register(this, handle, handle);
  }

  destroy() {
    registry.unregister(this.#handle);
    this.#handle.destroy();
  }

  [dispose]() {
    this.destroy();
  }
}
