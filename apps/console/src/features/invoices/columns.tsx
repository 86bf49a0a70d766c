import { msg } from '@lingui/core/macro';
import type { Invoice } from '../../api/records.js';
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
import { Overdue } from './overdue.js';
import { stateOf } from './state.js';

const invoiceLink = linkColumn<Invoice>(
  msg`Number`,
  'invoice',
  (row) => row.svc_id,
  (row) => row.number,
);

/** How an invoice stands; for an overdue one, since when. */
const invoiceState = stateColumn<Invoice>(msg`State`, stateOf, (row) =>
  stateOf(row) === 'overdue' ? <Overdue dueOn={row.payment_due_date} zone={row.customer.applicable_timezone} /> : null,
);

const invoiceFacts: readonly Column<Invoice>[] = [
  invoiceState,
  wide(enumColumn(msg`Kind`, (row) => row.invoice_type)),
  wide(
    sortable(
      'issuing_date',
      dayColumn(msg`Issued`, (row) => row.issuing_date),
    ),
  ),
  wide(
    sortable(
      'payment_due_date',
      dayColumn(msg`Due on`, (row) => row.payment_due_date),
    ),
  ),
  currencyColumn((row) => row.currency),
  wide(
    moneyColumn(
      msg`Due`,
      // A draft is not due yet: its amounts may change.
      (row) => (row.status === 'draft' ? null : row.total_due_amount_cents),
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

/** Of one customer. */
export const ownInvoiceColumns = [invoiceLink, ...invoiceFacts];

export const invoiceColumns = [
  invoiceLink,
  wide(
    linkColumn<Invoice>(
      msg`Customer`,
      'customer',
      (row) => row.customer.external_id,
      (row) => nameOf(row.customer),
    ),
  ),
  ...invoiceFacts,
];
