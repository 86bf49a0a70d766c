import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
  type CompressionCodec,
  type Compressors,
  type FileMetaData,
  type ParquetParsers,
  type RowGroup,
} from 'hyparquet';
import { checkPages, largestPage } from './parquet-pages.js';
import { scaled, plainValue } from './parquet-values.js';
import { mostColumns, type FileFault } from './row-format.js';

/** A row group: a part of a file that can be read alone. */
export interface GroupPlace {
  rows: number;
  /** The bytes of the file that it needs. */
  start: number;
  end: number;
}

/** The bytes to decode: the end of a file with its metadata, or rows of a group as well. */
export interface DecodingRequest {
  /** The last bytes of the file. */
  footer: Uint8Array;
  size: number;
  rows?: { from: number; to: number; group: GroupPlace; bytes: Uint8Array };
}

export type Decoded =
  { columns: string[]; groups: GroupPlace[] } | { rows: Record<string, unknown>[] } | { fault: FileFault };

/** Bytes of a row group as it is stored. */
const largestGroup = 64 * 1024 * 1024;
/** Rows of a group: a damaged file may claim any number. */
const mostRows = 5_000_000;
/** Characters of rows that are answered at once. */
const mostCharacters = 16 * 1024 * 1024;

const inflating = { maxOutputLength: largestPage };
const known: Compressors = {
  SNAPPY: (input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input) => gunzipSync(input, inflating),
  BROTLI: (input) => brotliDecompressSync(input, inflating),
  ZSTD: (input) => zstdDecompressSync(input, inflating),
};

/** Refuses pages beyond the bound before they take memory. */
const compressors: Compressors = Object.fromEntries(
  Object.entries(known).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length > largestPage) throw new Error('the page is too large');
      return decompress(input, length);
    },
  ]),
);

/** Instants are Unix seconds as text, so that no digit is lost. */
const secondsOf = (value: bigint, digits: number): string => {
  const text = String(value).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (value) => secondsOf(BigInt(value), 3),
  timestampFromMicroseconds: (value) => secondsOf(BigInt(value), 6),
  timestampFromNanoseconds: (value) => secondsOf(BigInt(value), 9),
  dateFromDays: (days) => new Date(Number(days) * 86_400_000).toISOString(),
};

/** Decodes a part of a Parquet file. Its bytes are foreign: whatever they are, the result is rows or a fault. */
export async function decode({ footer, size, rows }: DecodingRequest): Promise<Decoded> {
  try {
    const metadata = parquetMetadata(new Uint8Array(footer).buffer, { geoparquet: false });
    if (rows) return { rows: await rowsOf(metadata, size, rows) };
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    if (columns.length > mostColumns) return { fault: 'too_many_columns' };
    if (!metadata.row_groups.every(isKnown)) return { fault: 'compression_is_unknown' };
    const groups = metadata.row_groups.map((group) => placeOf(group, size));
    if (groups.some(({ start, end }) => end - start > largestGroup)) return { fault: 'row_group_is_too_large' };
    return { columns, groups };
  } catch {
    return { fault: 'file_is_invalid' };
  }
}

const isKnown = ({ columns }: RowGroup): boolean =>
  columns.every(({ meta_data: data }) => {
    const codec: CompressionCodec | undefined = data?.codec;
    return codec === 'UNCOMPRESSED' || (codec !== undefined && Object.hasOwn(known, codec));
  });

/** @throws Error for places outside of the file */
function placeOf({ columns, num_rows: rows }: RowGroup, size: number): GroupPlace {
  let [start, end] = [size, 0];
  for (const { meta_data: data } of columns) {
    if (!data) throw new Error('a column has no place');
    const first = Number(data.dictionary_page_offset ?? data.data_page_offset);
    if (Number(data.num_values) < Number(rows)) throw new Error('a column has fewer values than rows');
    start = Math.min(start, first, Number(data.data_page_offset));
    end = Math.max(end, first + Number(data.total_compressed_size));
  }
  if (start < 0 || end > size || start > end) throw new Error('a column lies outside of the file');
  if (rows < 0n || rows > mostRows) throw new Error('a group has too many rows');
  return { rows: Number(rows), start, end };
}

/** The row group of a row. @throws Error for a row behind the last one */
function groupOf({ row_groups: groups }: FileMetaData, row: number): RowGroup {
  let before = 0;
  const found = groups.find(({ num_rows: rows }) => {
    before += Number(rows);
    return row < before;
  });
  if (!found) throw new Error('no group has the row');
  return found;
}

async function rowsOf(
  metadata: FileMetaData,
  size: number,
  { from, to, group, bytes }: NonNullable<DecodingRequest['rows']>,
): Promise<Record<string, unknown>[]> {
  const scales = scaled(metadata);
  const file = {
    byteLength: size,
    slice: (first: number, last = size): ArrayBuffer => {
      if (first < group.start || last > group.end) throw new Error('another row group is needed');
      return new Uint8Array(bytes.subarray(first - group.start, last - group.start)).buffer;
    },
  };
  checkPages(metadata, groupOf(metadata, from), bytes, group.start);
  const read = await parquetReadObjects({
    file,
    metadata,
    rowStart: from,
    rowEnd: to,
    compressors,
    parsers,
    geoparquet: false,
  });
  const answered: Record<string, unknown>[] = [];
  let characters = 0;
  for (const row of read) {
    const record = Object.fromEntries(
      Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
        const plain = plainValue(value, scales.get(name));
        return plain === undefined ? [] : [[name, plain]];
      }),
    );
    characters += JSON.stringify(record).length;
    if (characters > mostCharacters && answered.length > 0) break;
    answered.push(record);
  }
  return answered;
}
