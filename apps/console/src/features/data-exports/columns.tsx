import { msg } from '@lingui/core/macro';
import type { DataExport } from '../../api/records.js';
import {
  codeColumn,
  filling,
  instantColumn,
  linkColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

type File = NonNullable<DataExport['manifest']>['files'][number];

/** Files of records, in the list of all and in those of one schedule. */
export const exportColumns: readonly Column<DataExport>[] = [
  linkColumn(msg`Records`, 'dataExport', byId, (row) => row.resource_type),
  stateColumn(msg`State`, (row) => row.status),
  wide(codeColumn(msg`Format`, (row) => row.format)),
  unitsColumn(msg`Rows`, (row) => row.rows_written),
  wide(unitsColumn(msg`Bytes`, (row) => row.file_size_bytes)),
  filling(textColumn(msg`Error`, (row) => row.error)),
  instantColumn(msg`Created`, (row) => row.created_at),
  wide(instantColumn(msg`Completed`, (row) => row.completed_at)),
];

export const fileColumns: readonly Column<File>[] = [
  filling(codeColumn(msg`File`, (row) => row.name)),
  unitsColumn(msg`Rows`, (row) => row.rows),
  unitsColumn(msg`Bytes`, (row) => row.bytes),
  filling(codeColumn(msg`SHA-256`, (row) => row.sha256)),
];

/** The filters of an export as a person reads them: `status = active`; empty without any. */
export const filtersText = (filters: Readonly<Record<string, unknown>>): string =>
  Object.entries(filters)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
