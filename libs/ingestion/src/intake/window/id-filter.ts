import { digestBytes } from './id-digest.js';

/** Bits per id of a full segment: about one of 100,000 other ids is a false positive. */
const bitsPerId = 24;
const probes = 12;
/** Bits of the first segment; each later one doubles them. */
const firstBits = 2 ** 25;

interface Segment {
  words: Uint32Array;
  /** Right shift that maps 32 bits to a bit of the segment. */
  shift: number;
  ids: number;
}

/**
 * Any number of ids in little memory: a Bloom filter that grows. It finds every added id, and one of many thousands of
 * others. Beyond its memory limit false positives become more frequent.
 */
export class IdFilter {
  private readonly segments: Segment[] = [];
  private bytes = 0;

  /** @param mostBytes its memory limit */
  constructor(private readonly mostBytes: number) {}

  /** @param digests concatenated digests */
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

  /** False when an id was certainly never added. */
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
