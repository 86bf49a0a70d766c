import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Fee } from '../../api/records.js';
import {
  amountColumn,
  enumColumn,
  linkColumn,
  priceColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { feeName } from './name.js';

/** A fee by its name, which opens its explanation below the table. */
const nameColumn: Column<Fee> = {
  ...textColumn(msg`Fee`, feeName),
  cell: (fee) => (
    <Link to="." search={{ fee: fee.svc_id }} resetScroll={false} className="record-link" dir="auto">
      {feeName(fee)}
    </Link>
  ),
};

export const feeColumns: readonly Column<Fee>[] = [
  nameColumn,
  wide(enumColumn(msg`Kind`, (row) => row.item.type)),
  wide(linkColumn(msg`Subscription`, 'subscription', (row) => row.external_subscription_id ?? '')),
  wide(unitsColumn(msg`Events`, (row) => row.events_count)),
  wide(unitsColumn(msg`Units`, (row) => row.units)),
  wide(
    priceColumn(
      msg`Unit price`,
      (row) => row.precise_unit_amount,
      (row) => row.amount_currency,
    ),
  ),
  wide(unitsColumn(msg`Tax %`, (row) => row.taxes_rate)),
  amountColumn(),
];
/** Of invoices without subscriptions. */
export const plainFeeColumns = feeColumns.filter(({ label }) => label.id !== feeColumns[2]?.label.id);
