// Reproducible randomness: everything derives from the seed alone.

/** A 32-bit number from a text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const unit of text) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/**
 * A random source (mulberry32). `of(name)` makes a separate source for each actor, so the draws of one never affect
 * those of others.
 */
export class Random {
  private readonly seed: string;
  private state: number;

  constructor(seed: string) {
    this.seed = seed;
    this.state = hash(seed);
  }

  of(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** A number from 0, inclusive, to 1, exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws Error if there are no items */
  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  digits(count: number): string {
    return Array.from({ length: count }, (_, index) => this.int(index === 0 ? 1 : 0, 9)).join('');
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    const order: T[] = [];
    while (rest.length > 0) order.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return order;
  }
}
