// Chance that can be played again: everything follows from the seed alone.

/** A number of 32 bits out of a text (FNV-1a). */
function hash(text) {
  let value = 0x811c9dc5;
  for (const unit of text) value = Math.imul(value ^ unit.codePointAt(0), 0x01000193);
  return value >>> 0;
}

/**
 * A source of chance (mulberry32). `of(name)` makes one of its own for each actor, so that what one does, and when,
 * changes nothing of what the others draw.
 */
export class Random {
  constructor(seed) {
    this.seed = String(seed);
    this.state = hash(this.seed);
  }

  of(name) {
    return new Random(`${this.seed}/${name}`);
  }

  /** A number from 0 up to, but not, 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number, both ends included. */
  int(from, to) {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share) {
    return this.next() < share;
  }

  pick(items) {
    return items[this.int(0, items.length - 1)];
  }

  digits(count) {
    return Array.from({ length: count }, (_, index) => this.int(index === 0 ? 1 : 0, 9)).join('');
  }

  shuffled(items) {
    const rest = [...items];
    const order = [];
    while (rest.length > 0) order.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return order;
  }
}
