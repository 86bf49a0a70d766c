import type { ColumnType } from '@tollgate/contracts';
import type { Cell } from '@tollgate/platform';

/** A column of a file, by the name that the format gives it. */
export interface FileColumn {
  name: string;
  type: ColumnType;
}

/** Some rows of a file. */
export interface FileRows {
  content: Buffer;
  /** A summary of them for the end of the file; null where it needs none. */
  summary: Buffer | null;
}

/**
 * A format of files of records. Rows are written part by part, each with a bounded number of rows. So a file takes little
 * memory and continues after a crash. The same parts make one file or several.
 */
export interface FileFormat {
  extension: string;
  mediaType: string;
  /** The name of a column, from its path in an answer (`customer.external_id`). */
  columnName(path: string): string;
  head(columns: readonly FileColumn[]): Buffer;
  /** @param offset bytes of the file before these rows */
  rows(columns: readonly FileColumn[], rows: readonly (readonly Cell[])[], offset: number): FileRows;
  /** @param summaries of all rows, in order */
  end(columns: readonly FileColumn[], summaries: readonly Buffer[]): Buffer;
}
