import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { PaymentReceipt } from '../../api/records.js';
import {
  currencyColumn,
  customerColumn,
  customerInstantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { Nothing } from '../../ui/values.js';

/** A document behind an address; nothing until it is made. */
const fileColumn = (label: MessageDescriptor, url: (row: PaymentReceipt) => string | null): Column<PaymentReceipt> => ({
  label,
  cell: (row) => {
    const address = url(row);
    return address === null ? (
      <Nothing />
    ) : (
      <a href={address} className="record-link">
        <Trans>Document</Trans>
      </a>
    );
  },
  csv: (row) => url(row) ?? '',
});

export const paymentReceiptColumns: readonly Column<PaymentReceipt>[] = [
  linkColumn(
    msg`Number`,
    'payment',
    (row) => row.payment.svc_id,
    (row) => row.number,
  ),
  customerColumn((row) => row.payment.external_customer_id),
  wide(textColumn(msg`Invoices`, (row) => row.payment.invoice_numbers.join(', '))),
  wide(
    sortable(
      'created_at',
      customerInstantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  fileColumn(msg`Document`, (row) => row.file_url),
  currencyColumn((row) => row.payment.amount_currency),
  moneyColumn(
    msg`Amount`,
    (row) => row.payment.amount_cents,
    (row) => row.payment.amount_currency,
  ),
];
