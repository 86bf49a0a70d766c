import type { ExportFormat, ExportKind } from '@tollgate/contracts';
import { toClientName } from '@tollgate/platform';
import { csv } from './csv.js';
import type { FileColumn, FileFormat } from './file-format.js';
import { jsonl } from './jsonl.js';
import { parquet } from './parquet.js';

/** The formats by their names. */
export const fileFormats: Readonly<Record<ExportFormat, FileFormat>> = { csv, jsonl, parquet };

/** The columns of a kind in a format. @param prefix of identifiers in this installation */
export const fileColumns = (kind: ExportKind, format: FileFormat, prefix: string): FileColumn[] =>
  kind.columns.map(({ name, type }) => ({ name: format.columnName(toClientName(name, prefix)), type }));
