import { msg } from '@lingui/core/macro';
import { withCustomers } from '../../ui/columns.js';
import { createdFilters, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { paymentReceiptColumns } from './columns.js';

export const PaymentReceipts = () => (
  <ListPage
    title={msg`Payment receipts`}
    empty={msg`No receipts yet. One is issued when a payment succeeds.`}
    call={{ path: '/payment_receipts', query: withCustomers }}
    rowsOf={({ payment_receipts: receipts }) => receipts}
    keyOf={byId}
    columns={paymentReceiptColumns}
    filters={[searchFilter, { name: 'invoice_id', label: msg`Id of an invoice`, kind: 'text' }, ...createdFilters]}
  />
);
