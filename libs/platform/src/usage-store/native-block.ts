/** Rows of one insert, column by column, in the engine's `Native` format. */
export interface ColumnBlock {
  /** Names and types of the columns, as in SQL. */
  structure: string;
  bytes: Buffer;
}

const bytesOfRow = 256;
/** For longer texts, the runtime's own encoder is faster than a loop. */
const shortText = 64;
/** Maps an ASCII character to its value as a lower-case hexadecimal digit; others to more than 15. */
const hexDigits = new Uint8Array(128).fill(255);
for (let digit = 0; digit < 16; digit++) hexDigits[digit.toString(16).charCodeAt(0)] = digit;
/** Positions of a UUID's bytes in its text, in the format's order: two little-endian numbers of 64 bits. */
const placesOfUuid = [16, 14, 11, 9, 6, 4, 2, 0, 34, 32, 30, 28, 26, 24, 21, 19];
const uuidLength = 36;
const dash = 45;
const placesOfDashes = [8, 13, 18, 23];

/**
 * Builds such a block; the caller adds each column whole, by the value of each row. A value that does not fit its
 * column's type exactly invalidates the block: nothing is ever cut, wrapped or replaced. A block has at most 127
 * columns.
 */
export class NativeBlock {
  private readonly columns: string[] = [];
  private buffer: Buffer;
  private used: number;
  private isExact = true;

  constructor(private readonly rows: number) {
    this.buffer = Buffer.allocUnsafe(rows * bytesOfRow + 1024);
    // `finish` writes the number of columns.
    this.used = putLength(this.buffer, 1, rows);
  }

  /** Returns the block; null when a value did not fit its type. */
  finish(): ColumnBlock | null {
    if (!this.isExact) return null;
    this.buffer[0] = this.columns.length;
    return { structure: this.columns.join(', '), bytes: this.buffer.subarray(0, this.used) };
  }

  texts(name: string, textOf: (row: number) => string): this {
    this.begin(name, 'String');
    for (let row = 0; row < this.rows; row++) this.text(textOf(row));
    return this;
  }

  textsOrNulls(name: string, textOf: (row: number) => string | null): this {
    this.begin(name, 'Nullable(String)');
    this.flags((row) => textOf(row) === null);
    for (let row = 0; row < this.rows; row++) this.text(textOf(row) ?? '');
    return this;
  }

  booleans(name: string, isTrue: (row: number) => boolean): this {
    this.begin(name, 'UInt8');
    this.flags(isTrue);
    return this;
  }

  uuids(name: string, textOf: (row: number) => string): this {
    this.begin(name, 'UUID');
    this.reserve(this.rows * 16);
    let last: string | undefined;
    for (let row = 0; row < this.rows; row++) {
      const text = textOf(row);
      // Rows of one sender are adjacent.
      if (text === last) this.used += this.buffer.copy(this.buffer, this.used, this.used - 16, this.used);
      else this.uuid((last = text));
    }
    return this;
  }

  /** Adds whole numbers from 0 to 2^53. */
  numbers(name: string, numberOf: (row: number) => number): this {
    this.begin(name, 'UInt64');
    this.reserve(this.rows * 8);
    for (let row = 0; row < this.rows; row++) this.number(numberOf(row));
    return this;
  }

  /** Adds maps of texts by name. */
  maps(name: string, entriesOf: (row: number) => Readonly<Record<string, unknown>>): this {
    this.begin(name, 'Map(String, String)');
    this.reserve(this.rows * 8);
    const keys = Array.from({ length: this.rows }, (_, row) => Object.keys(entriesOf(row)));
    let end = 0;
    for (const rowKeys of keys) this.number((end += rowKeys.length));
    for (const rowKeys of keys) for (const key of rowKeys) this.text(key);
    keys.forEach((rowKeys, row) => {
      const entries = entriesOf(row);
      for (const key of rowKeys) this.text(entries[key]);
    });
    return this;
  }

  private begin(name: string, type: string): void {
    this.columns.push(`${name} ${type}`);
    this.text(name);
    this.text(type);
  }

  private flags(isSet: (row: number) => boolean): void {
    this.reserve(this.rows);
    for (let row = 0; row < this.rows; row++) this.buffer[this.used++] = isSet(row) ? 1 : 0;
  }

  private text(text: unknown): void {
    if (typeof text !== 'string') {
      this.isExact = false;
      return;
    }
    const { length } = text;
    this.reserve(length * 3 + 10);
    if (length > shortText || !this.putAscii(text, length)) this.putUtf8(text);
  }

  /** @returns false when the text has other characters: nothing was written then */
  private putAscii(text: string, length: number): boolean {
    const { buffer } = this;
    let at = this.used;
    buffer[at++] = length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 127) return false;
      buffer[at++] = code;
    }
    this.used = at;
    return true;
  }

  private putUtf8(text: string): void {
    if (!text.isWellFormed()) this.isExact = false;
    this.used = putLength(this.buffer, this.used, Buffer.byteLength(text));
    this.used += this.buffer.write(text, this.used);
  }

  private uuid(text: string): void {
    let isUuid = text.length === uuidLength;
    for (let index = 0; index < placesOfDashes.length; index++)
      isUuid &&= text.charCodeAt(placesOfDashes[index] as number) === dash;
    for (let index = 0; index < placesOfUuid.length; index++) {
      const place = placesOfUuid[index] as number;
      const high = hexDigits[text.charCodeAt(place)] ?? 255;
      const low = hexDigits[text.charCodeAt(place + 1)] ?? 255;
      isUuid &&= (high | low) < 16;
      this.buffer[this.used++] = (high << 4) | low;
    }
    this.isExact &&= isUuid;
  }

  private number(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) {
      this.isExact = false;
      return;
    }
    const { buffer } = this;
    for (let [half, rest] = [0, value % 2 ** 32]; half < 2; half++, rest = Math.floor(value / 2 ** 32)) {
      buffer[this.used++] = rest & 255;
      buffer[this.used++] = (rest >>> 8) & 255;
      buffer[this.used++] = (rest >>> 16) & 255;
      buffer[this.used++] = rest >>> 24;
    }
  }

  private reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.used + bytes));
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }
}

/** Writes a length in the format's encoding, seven bits per byte. @returns the position after it */
function putLength(buffer: Buffer, at: number, length: number): number {
  while (length > 127) {
    buffer[at++] = (length & 127) | 128;
    length >>>= 7;
  }
  buffer[at++] = length;
  return at;
}
