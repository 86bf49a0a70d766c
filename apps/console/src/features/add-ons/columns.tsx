import { msg } from '@lingui/core/macro';
import type { AddOn } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  instantColumn,
  linkColumn,
  sortable,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const addOnColumns: readonly Column<AddOn>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'addOn', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];
