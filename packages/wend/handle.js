// Objects in the module's memory, and their lifetime.

import { argumentError } from "./core.js";

/** One object of the module. `destroy` frees it; an object is always freed before the one that it was made
 * on. */
export class Handle {
  #core;
  #type;
  #address;
  #parent;
  #children = new Set();

  /** `type` is the prefix of the module's functions: agent_destroy destroys an agent. */
  constructor(core, type, address, parent) {
    this.#core = core;
    this.#type = type;
    this.#address = address;
    this.#parent = parent;
    parent?.#children.add(this);
  }

  get address() {
    if (!this.#address) {
      const were = this.#type === "components" ? "were" : "was";
      throw argumentError(`the ${this.#type} ${were} destroyed`);
    }
    return this.#address;
  }

  /** Yields the addresses of all objects of a type that were made on this one. */
  *addressesOf(type) {
    for (const child of this.#children) {
      if (child.#type === type) {
        yield child.address;
      }
    }
  }

  /** Frees the objects in reverse order of creation, because later ones may use earlier ones. */
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

// Objects that are garbage-collected are destroyed. Handles hold no reference to the objects of users.
const registry = new FinalizationRegistry((handle) => handle.destroy());

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Base class of the objects that users hold. Destroying one destroys its handle. */
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
