import { msg } from '@lingui/core/macro';
import type { PaymentRequest } from '../../api/records.js';
import {
  amountColumn,
  currencyColumn,
  instantColumn,
  linkColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';

export const paymentRequestColumns: readonly Column<PaymentRequest>[] = [
  linkColumn(
    msg`Payment request`,
    'paymentRequest',
    (row) => row.svc_id,
    (row) => row.svc_id.slice(0, 8),
  ),
  linkColumn(
    msg`Customer`,
    'customer',
    (row) => row.customer.external_id,
    (row) => nameOf(row.customer),
  ),
  stateColumn(msg`State`, (row) => row.payment_status),
  wide(textColumn(msg`E-mail`, (row) => row.email)),
  wide(unitsColumn(msg`Invoices`, (row) => row.invoices.length)),
  wide(
    sortable(
      'created_at',
      instantColumn(
        msg`Created`,
        (row) => row.created_at,
        (row) => row.customer.applicable_timezone,
      ),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];
