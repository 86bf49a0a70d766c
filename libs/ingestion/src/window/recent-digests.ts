import { digestBytes, digestOf, wordOf } from './id-digest.js';

const wordsOfDigest = digestBytes / 4;

/**
 * Digests of ids up to a number, the last ones: flat arrays, so that millions of them cost the garbage collector nothing and 24 to 32
 * bytes each. A ring holds them in their order; a table of twice as many places or more (open addressing) says where in the ring one is.
 */
export class RecentDigests {
  private readonly ring: Uint32Array;
  /** A place of the ring plus one; 0 is empty. */
  private readonly table: Uint32Array;
  private readonly mask: number;
  private next = 0;
  private count = 0;

  /**
   * @param maximum how many it holds
   * @param forget gets those that go because of later ones
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

  /** One that is there already keeps its place. */
  add(key: string): void {
    if (this.has(key)) return;
    if (this.count === this.maximum) this.dropOldest();
    const from = this.next * wordsOfDigest;
    for (let word = 0; word < wordsOfDigest; word++) this.ring[from + word] = wordOf(key, word);
    this.table[this.find(key)] = this.next + 1;
    this.next = (this.next + 1) % this.maximum;
    this.count++;
  }

  /** Where in the table an id is, or would be. */
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

  /** Empties a place of the table: whoever behind it would not be found any more moves up. */
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
