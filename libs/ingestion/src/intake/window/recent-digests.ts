import { digestBytes, digestOf, wordOf } from './id-digest.js';

const wordsOfDigest = digestBytes / 4;

/**
 * The latest digests of ids, up to a maximum. Flat arrays spare the garbage collector millions of objects, at 24 to 32
 * bytes each. A ring holds the digests in order. An open-addressing table of at least twice the size maps a digest to
 * its place in the ring.
 */
export class RecentDigests {
  private readonly ring: Uint32Array;
  /** A place of the ring plus one; 0 means empty. */
  private readonly table: Uint32Array;
  private readonly mask: number;
  private next = 0;
  private count = 0;

  /**
   * @param maximum most digests that it holds
   * @param onEvict receives each digest that a newer one displaces
   */
  constructor(
    private readonly maximum: number,
    private readonly onEvict: (digest: Buffer) => void,
  ) {
    const places = 2 ** Math.ceil(Math.log2(maximum * 2));
    this.ring = new Uint32Array(maximum * wordsOfDigest);
    this.table = new Uint32Array(places);
    this.mask = places - 1;
  }

  has(key: string): boolean {
    return this.table[this.find(key)] !== 0;
  }

  /** A digest that is already there retains its place. */
  add(key: string): void {
    if (this.has(key)) return;
    if (this.count === this.maximum) this.dropOldest();
    const from = this.next * wordsOfDigest;
    for (let word = 0; word < wordsOfDigest; word++) this.ring[from + word] = wordOf(key, word);
    this.table[this.find(key)] = this.next + 1;
    this.next = (this.next + 1) % this.maximum;
    this.count++;
  }

  /** The slot of an id in the table, or the slot it would get. */
  private find(key: string): number {
    const first = wordOf(key, 0);
    for (let at = first & this.mask; ; at = (at + 1) & this.mask) {
      const entry = this.table[at] as number;
      if (entry === 0 || this.isAt(entry - 1, first, key)) return at;
    }
  }

  private isAt(place: number, first: number, key: string): boolean {
    const from = place * wordsOfDigest;
    if (this.ring[from] !== first) return false;
    for (let word = 1; word < wordsOfDigest; word++) if (this.ring[from + word] !== wordOf(key, word)) return false;
    return true;
  }

  private dropOldest(): void {
    const oldest = this.next;
    const from = oldest * wordsOfDigest;
    let at = this.homeOf(oldest);
    while (this.table[at] !== oldest + 1) at = (at + 1) & this.mask;
    this.close(at);
    this.count--;
    this.onEvict(digestOf(this.ring.subarray(from, from + wordsOfDigest)));
  }

  /** Empties a slot of the table and moves up later entries that would no longer be found. */
  private close(gap: number): void {
    for (let at = (gap + 1) & this.mask; this.table[at] !== 0; at = (at + 1) & this.mask) {
      const entry = this.table[at] as number;
      const fromHome = (at - this.homeOf(entry - 1)) & this.mask;
      if (fromHome < ((at - gap) & this.mask)) continue;
      this.table[gap] = entry;
      gap = at;
    }
    this.table[gap] = 0;
  }

  private homeOf(place: number): number {
    return (this.ring[place * wordsOfDigest] as number) & this.mask;
  }
}
