// Objects of one kind, in the order of their creation.
import { missing } from './errors.ts';

/** The fields of every object of Stripe. */
export interface StripeObject {
  id: string;
  object: string;
  created?: number;
}

export class Collection<T extends StripeObject> {
  readonly kind: string;
  readonly #objects = new Map<string, T>();

  /** @param kind the word of Stripe's messages, such as `customer` */
  constructor(kind: string) {
    this.kind = kind;
  }

  add<U extends T>(object: U): U {
    this.#objects.set(object.id, object);
    return object;
  }

  find(id: string): T | undefined {
    return this.#objects.get(id);
  }

  /**
   * @param param the parameter that has the id; none if the path has it
   * @throws Failure `resource_missing` if there is no such object
   */
  get(id: string, param?: string): T {
    const found = this.#objects.get(id);
    if (found) return found;
    throw param === undefined ? missing(this.kind, id, { inPath: true }) : missing(this.kind, id, { param });
  }

  delete(id: string): void {
    this.#objects.delete(id);
  }

  /** The objects, newest first. */
  newestFirst(): T[] {
    return [...this.#objects.values()].reverse();
  }

  oldestFirst(): IterableIterator<T> {
    return this.#objects.values();
  }

  get size(): number {
    return this.#objects.size;
  }
}
