import { createHash, hash } from 'node:crypto';
import { exportKindOf, type ExportManifest } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, toClientName } from '@tollgate/platform';
import { fileColumns, fileFormats } from '../file-formats/file-formats.js';
import type { DataExportRow } from './data-exports.repository.js';

/** A file of a run. */
export type ManifestFile = ExportManifest['files'][number];

/** In hexadecimal. */
export const sha256Of = (bytes: Buffer): string => hash('sha256', bytes, 'hex');

/** The hash of pieces in a row, in hexadecimal. */
export async function sha256OfAll(pieces: AsyncIterable<Buffer>): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of pieces) digest.update(piece);
  return digest.digest('hex');
}

/** States the changes, columns and files of a run. @param prefix of identifiers in this installation */
export function manifestOf(row: DataExportRow, files: ManifestFile[], prefix: string): ExportManifest {
  const kind = exportKindOf(row.resource_type);
  if (!kind) throw new Error(`export ${row.id} is no list of records`);
  const format = fileFormats[row.format];
  return {
    svc_data_export_id: row.id,
    resource_type: kind.name,
    format: row.format,
    incremental: row.incremental,
    changed_from: isoSecondsOrNull(row.changed_from),
    changed_to: isoSeconds(row.until),
    identity: kind.identity.map((name) => format.columnName(toClientName(name, prefix))),
    columns: fileColumns(kind, format, prefix),
    rows: row.rows_written,
    files,
  };
}
