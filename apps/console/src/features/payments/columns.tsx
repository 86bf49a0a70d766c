import { msg } from '@lingui/core/macro';
import type { Payment } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  customerColumn,
  customerInstantColumn,
  enumColumn,
  linkColumn,
  sortable,
  stateColumn,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';

export const paymentColumns: readonly Column<Payment>[] = [
  linkColumn(
    msg`Payment`,
    'payment',
    (row) => row.svc_id,
    (row) => row.reference || row.svc_id,
  ),
  stateColumn(msg`State`, (row) => row.payment_status),
  wide(customerColumn<Payment>((row) => row.external_customer_id)),
  wide(textColumn(msg`Invoices`, (row) => row.invoice_numbers.join(', '))),
  wide(enumColumn(msg`Kind`, (row) => row.type)),
  wide(codeColumn(msg`Provider`, (row) => row.payment_provider_code)),
  wide(
    sortable(
      'created_at',
      customerInstantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];
