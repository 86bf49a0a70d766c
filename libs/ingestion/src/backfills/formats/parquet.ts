import type { Decoded, DecodingRequest, GroupPlace } from './parquet-decoding.js';
import { decodeApart } from './parquet-worker.js';
import { BrokenFile, rowsAtOnce, type ObjectBytes, type ObjectPlace, type RowFormat } from './row-format.js';

type Decode = (request: DecodingRequest) => Promise<Decoded>;

/** A file, and the part of it that was read last. */
interface OpenFile {
  footer: Uint8Array;
  columns: string[];
  groups: GroupPlace[];
  group: { place: GroupPlace; bytes: Buffer } | null;
  window: { from: number; rows: Record<string, unknown>[] };
}

/** The end of a file: the length of its metadata, and its mark. */
const tailBytes = 8;
const largestFooter = 16 * 1024 * 1024;
/** Rows that are decoded at once. */
const windowRows = 10_000;
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Parquet files by a decoder; what was read of an object stays with it. */
export function parquetFormat(decode: Decode): RowFormat {
  const files = new WeakMap<ObjectBytes, OpenFile>();

  async function fileOf(bytes: ObjectBytes): Promise<OpenFile> {
    const open = files.get(bytes) ?? (await openFile(bytes, decode));
    files.set(bytes, open);
    return open;
  }

  return {
    extensions: ['.parquet'],
    hasColumns: true,
    bytesOf: (text) => (base64.test(text) ? Buffer.from(text, 'base64') : null),
    async next(bytes, { rows: first }) {
      const file = await fileOf(bytes);
      const total = file.groups.reduce((sum, { rows }) => sum + rows, 0);
      const { window } = file;
      if (first < total && (first < window.from || first >= window.from + window.rows.length))
        file.window = await readWindow(file, bytes, first, decode);
      const rows = file.window.rows.slice(first - file.window.from).slice(0, first < total ? rowsAtOnce : 0);
      const read = first + rows.length;
      const next: ObjectPlace = {
        bytes: read >= total ? bytes.size : Math.floor((bytes.size / total) * read),
        rows: read,
        columns: file.columns,
      };
      return { rows, next, ended: read >= total };
    },
  };
}

async function openFile(bytes: ObjectBytes, decode: Decode): Promise<OpenFile> {
  const { size } = bytes;
  if (size < tailBytes) throw new BrokenFile('file_is_invalid', null);
  const tail = await bytes.read(size - tailBytes, size);
  const length = tail.readUInt32LE(0) + tailBytes;
  if (tail.toString('latin1', 4) !== 'PAR1' || length > Math.min(size, largestFooter))
    throw new BrokenFile('file_is_invalid', null);
  const footer = await bytes.read(size - length, size);
  const decoded = await decode({ footer, size });
  if (!('groups' in decoded)) throw new BrokenFile('fault' in decoded ? decoded.fault : 'file_is_invalid', null);
  return { ...decoded, footer, group: null, window: { from: 0, rows: [] } };
}

/** Reads rows of the group of a row. A group is read from the object once. */
async function readWindow(
  file: OpenFile,
  bytes: ObjectBytes,
  from: number,
  decode: Decode,
): Promise<OpenFile['window']> {
  let before = 0;
  const place = file.groups.find(({ rows }) => {
    before += rows;
    return from < before;
  });
  if (!place) throw new BrokenFile('file_is_invalid', from + 1);
  if (file.group?.place !== place) file.group = { place, bytes: await bytes.read(place.start, place.end) };
  const to = Math.min(from + windowRows, before);
  const rows = { from, to, group: place, bytes: file.group.bytes };
  const decoded = await decode({ footer: file.footer, size: bytes.size, rows });
  if (!('rows' in decoded) || decoded.rows.length === 0)
    throw new BrokenFile('fault' in decoded ? decoded.fault : 'file_is_invalid', from + 1);
  return { from, rows: decoded.rows };
}

/** Columnar files, whose groups of rows have 64 MB at most. */
export const parquet = parquetFormat(decodeApart);
