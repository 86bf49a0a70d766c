import { msg } from '@lingui/core/macro';
import type { Plan } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  enumColumn,
  instantColumn,
  linkColumn,
  sortable,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const planColumns: readonly Column<Plan>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'plan', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  enumColumn(msg`Interval`, (row) => row.interval),
  wide(unitsColumn(msg`Charges`, (row) => row.charges.length)),
  wide(unitsColumn(msg`Active subscriptions`, (row) => row.active_subscriptions_count)),
  wide(unitsColumn(msg`Customers`, (row) => row.customers_count)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];
