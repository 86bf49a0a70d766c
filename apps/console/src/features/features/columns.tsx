import { msg } from '@lingui/core/macro';
import type { Feature } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, sortable, textColumn, wide, type Column } from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const featureColumns: readonly Column<Feature>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'feature', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  textColumn(msg`Privileges`, (row) => row.privileges.map(({ name, code }) => name ?? code).join(', ')),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];
