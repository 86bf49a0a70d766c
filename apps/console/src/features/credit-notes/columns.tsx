import { msg } from '@lingui/core/macro';
import type { CreditNote } from '../../api/records.js';
import {
  currencyColumn,
  dayColumn,
  enumColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';

export const creditNoteColumns: readonly Column<CreditNote>[] = [
  linkColumn(
    msg`Number`,
    'creditNote',
    (row) => row.svc_id,
    (row) => row.number,
  ),
  wide(
    linkColumn(
      msg`Customer`,
      'customer',
      (row) => row.customer.external_id,
      (row) => nameOf(row.customer),
    ),
  ),
  wide(
    linkColumn(
      msg`Invoice`,
      'invoice',
      (row) => row.svc_invoice_id,
      (row) => row.invoice_number,
    ),
  ),
  stateColumn(msg`Credit`, (row) => row.credit_status),
  wide(stateColumn(msg`Refund`, (row) => row.refund_status)),
  wide(enumColumn(msg`Reason`, (row) => row.reason)),
  wide(
    sortable(
      'issuing_date',
      dayColumn(msg`Issued`, (row) => row.issuing_date),
    ),
  ),
  currencyColumn((row) => row.currency),
  wide(
    moneyColumn(
      msg`Balance`,
      (row) => row.balance_amount_cents,
      (row) => row.currency,
    ),
  ),
  sortable(
    'total_amount_cents',
    moneyColumn(
      msg`Total`,
      (row) => row.total_amount_cents,
      (row) => row.currency,
    ),
  ),
];
