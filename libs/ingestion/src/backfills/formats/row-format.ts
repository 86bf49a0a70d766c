/** The bytes of a file or object. */
export interface ObjectBytes {
  size: number;
  /** @param start first byte @param end behind the last byte */
  read(start: number, end: number): Promise<Buffer>;
}

/** How far an object is read. */
export interface ObjectPlace {
  bytes: number;
  rows: number;
  /** The header of a CSV file, once it is read. */
  columns: string[] | null;
}

/** A row by the names of its columns; null for one that cannot be read alone. */
export type RowRecord = Readonly<Record<string, unknown>> | null;

/** The next rows of an object. */
export interface RowPart {
  rows: RowRecord[];
  /** Behind these rows. */
  next: ObjectPlace;
  ended: boolean;
}

/** A format of files with rows. */
export interface RowFormat {
  /** Ends of the names of such objects in a bucket. */
  extensions: readonly string[];
  /** Whether a file names all of its columns before the first row. */
  hasColumns: boolean;
  /** Upload: the bytes of a text. @returns null for a text that has none */
  bytesOf(text: string): Buffer | null;
  /**
   * Reads the next rows, in bounded steps. A repeated call reads the same rows.
   * @throws BrokenFile
   */
  next(bytes: ObjectBytes, place: ObjectPlace): Promise<RowPart>;
}

/** Rows that are read, judged and stored together. */
export const rowsAtOnce = 500;
/** Bytes that are read at once; no row is longer than a quarter of it. */
export const bytesAtOnce = 256 * 1024;
export const longestRow = bytesAtOnce / 4;
export const mostColumns = 500;

export type FileFault =
  | 'file_is_invalid'
  | 'row_is_invalid'
  | 'row_is_too_long'
  | 'too_many_columns'
  | 'column_is_duplicated'
  | 'unknown_column'
  | 'row_group_is_too_large'
  | 'compression_is_unknown';

/** A file that cannot be read on; its row, if that is known. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile';

  constructor(
    readonly fault: FileFault,
    readonly row: number | null,
  ) {
    super(row === null ? fault : `${fault} at row ${row}`);
  }
}
