import { accountingFiles } from '../accounting-files/accounting-file.js';
import { fileFormats } from '../file-formats/file-formats.js';
import { settingsOf, termsOf } from './accounting-terms.js';
import type { DataExportRow } from './data-exports.repository.js';

const dayOf = ({ created_at: at }: DataExportRow): string => at.toISOString().slice(0, 10);

/** The name of an export's file. */
export function fileNameOf(row: DataExportRow): string {
  const { resource_type: resource } = row;
  if (row.accounting_settings) {
    const settings = settingsOf(row);
    return accountingFiles[settings.format].nameOf(termsOf(row, settings));
  }
  const extension = resource === 'documents' ? 'zip' : fileFormats[row.format].extension;
  return `${resource}-${dayOf(row)}.${extension}`;
}

/** The folder of a run at its destination: `invoices/2026-11-28/ID`. */
export const folderOf = (row: DataExportRow): string => `${row.resource_type}/${dayOf(row)}/${row.id}`;

/** The name of a part at its destination. */
export const partNameOf = (row: DataExportRow, number: number): string =>
  `${folderOf(row)}/part-${String(number).padStart(5, '0')}.${fileFormats[row.format].extension}`;
