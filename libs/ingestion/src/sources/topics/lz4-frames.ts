const magic = 0x184d2204;
const withoutCompression = 0x80000000;
const shortestMatch = 4;
/** A length of fifteen continues in the bytes behind it. */
const continued = 15;

/** Compressed bytes that are damaged, or become more than the bound. */
export class Lz4Error extends Error {}

/** The bytes behind a bound, with their place. */
class Reader {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  get isOver(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Lz4Error('the frame ends early');
    return value;
  }

  whole(): number {
    const part = this.take(4);
    return part.readUInt32LE();
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new Lz4Error('the frame ends early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A length whose first part is in the token. */
  length(first: number): number {
    let length = first;
    if (first === continued) for (let more = 255; more === 255; length += more) more = this.byte();
    return length;
  }
}

/** Bytes that grow up to a bound. */
class Output {
  bytes = Buffer.alloc(64 * 1024);
  length = 0;
  constructor(private readonly most: number) {}

  add(part: Buffer): void {
    this.reserve(part.length);
    part.copy(this.bytes, this.length);
    this.length += part.length;
  }

  /** Repeats bytes from behind, which may reach into those that it adds. */
  repeat(distance: number, length: number): void {
    if (distance === 0 || distance > this.length) throw new Lz4Error('a match lies before the beginning');
    this.reserve(length);
    for (let end = this.length + length; this.length < end; this.length++)
      this.bytes[this.length] = this.bytes[this.length - distance] as number;
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed > this.most) throw new Lz4Error('the bytes are too many');
    if (needed <= this.bytes.length) return;
    const grown = Buffer.alloc(Math.min(Math.max(needed, this.bytes.length * 2), this.most));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

/**
 * Decompresses frames of LZ4, as producers of Kafka write them. Checksums are not compared: Kafka's own one covers the
 * bytes of the frame.
 * @throws Lz4Error for damaged bytes, and beyond the bound
 */
export function decompressLz4(bytes: Buffer, most: number): Buffer {
  const reader = new Reader(bytes);
  const output = new Output(most);
  while (!reader.isOver) readFrame(reader, output);
  return output.bytes.subarray(0, output.length);
}

function readFrame(reader: Reader, output: Output): void {
  if (reader.whole() !== magic) throw new Lz4Error('no frame of LZ4');
  const flags = reader.byte();
  // The size of blocks, the size of the content, a dictionary, and the checksum of the header.
  reader.take(1 + (flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0) + 1);
  for (let size = reader.whole(); size !== 0; size = reader.whole()) {
    const block = reader.take(size & ~withoutCompression);
    if (size & withoutCompression) output.add(block);
    else readBlock(new Reader(block), output);
    if (flags & 0x10) reader.take(4);
  }
  if (flags & 0x04) reader.take(4);
}

function readBlock(reader: Reader, output: Output): void {
  while (!reader.isOver) {
    const token = reader.byte();
    output.add(reader.take(reader.length(token >>> 4)));
    // The last part of a block has no match.
    if (reader.isOver) return;
    const distance = reader.byte() + reader.byte() * 256;
    output.repeat(distance, reader.length(token & 0x0f) + shortestMatch);
  }
}
