import { digestBytes } from './id-digest.js';

/** For each id that a segment is made for: of 100,000 other ids about one seems to be in it. */
const bitsPerId = 24;
const probes = 12;
/** Of the first segment; each later one has twice as many. */
const firstBits = 2 ** 25;

interface Segment {
  words: Uint32Array;
  /** Leaves of 32 bits as many as the segment has places. */
  shift: number;
  ids: number;
}

/**
 * Ids of any number in little memory (a Bloom filter that grows): what was added is always found, and of what was not, one of many
 * thousands. Beyond its bytes more and more others are found.
 */
export class IdFilter {
  private readonly segments: Segment[] = [];
  private bytes = 0;

  /** @param mostBytes how much memory it takes at most */
  constructor(private readonly mostBytes: number) {}

  /** @param digests one digest behind the other */
  add(digests: Buffer): void {
    for (let at = 0; at < digests.length; at += digestBytes) {
      const segment = this.open();
      let place = digests.readUInt32LE(at);
      const step = digests.readUInt32LE(at + 4) | 1;
      for (let probe = 0; probe < probes; probe++) {
        const bit = place >>> segment.shift;
        segment.words[bit >>> 5] = (segment.words[bit >>> 5] as number) | (1 << (bit & 31));
        place = (place + step) | 0;
      }
      segment.ids++;
    }
  }

  /** False where an id was certainly not added. */
  mayHave(digest: Buffer): boolean {
    const first = digest.readUInt32LE(0);
    const step = digest.readUInt32LE(4) | 1;
    return this.segments.some((segment) => isIn(segment, first, step));
  }

  private open(): Segment {
    const last = this.segments.at(-1);
    if (last && last.ids < (last.words.length * 32) / bitsPerId) return last;
    const bits = last ? last.words.length * 64 : firstBits;
    if (last && (this.bytes + bits / 8 > this.mostBytes || bits > 2 ** 31)) return last;
    const segment = { words: new Uint32Array(bits / 32), shift: 32 - Math.log2(bits), ids: 0 };
    this.segments.push(segment);
    this.bytes += bits / 8;
    return segment;
  }
}

function isIn({ words, shift }: Segment, first: number, step: number): boolean {
  let place = first;
  for (let probe = 0; probe < probes; probe++) {
    const bit = place >>> shift;
    if (((words[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
    place = (place + step) | 0;
  }
  return true;
}
