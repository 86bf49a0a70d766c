import { AccountingExportFilters } from '@tollgate/contracts';
import { exportFiltersOf } from '@tollgate/platform';
import type { FileTerms } from '../accounting-files/file-form.js';
import { readAccountingSettings, type AccountingSettings } from '../accounting-files/accounting-settings.js';
import type { DataExportRow } from './data-exports.repository.js';

/** The settings of an export, which its call has validated. */
export function settingsOf(row: DataExportRow): AccountingSettings {
  const read = readAccountingSettings(row.accounting_settings ?? {});
  if ('errors' in read) throw new Error(`settings of export ${row.id}: ${JSON.stringify(read.errors)}`);
  return read.settings;
}

/** The facts in the head and in the name of an export's file. */
export function termsOf(row: DataExportRow, settings: AccountingSettings): FileTerms {
  const { from_date: from = '', to_date: to = '' } = exportFiltersOf(AccountingExportFilters, row);
  return { settings, from, to, createdAt: row.created_at };
}
