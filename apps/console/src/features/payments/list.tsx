import { msg } from '@lingui/core/macro';
import { withCustomers } from '../../ui/columns.js';
import {
  amountFilters,
  createdFilters,
  currencyFilter,
  customerFilter,
  searchFilter,
  selfBilledFilter,
} from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { paymentColumns } from './columns.js';
import { paymentTabs } from './states.js';

export const Payments = () => (
  <ListPage
    title={msg`Payments`}
    empty={msg`No payments yet. They appear when customers pay their invoices.`}
    call={{ path: '/payments', query: withCustomers }}
    rowsOf={({ payments }) => payments}
    keyOf={byId}
    columns={paymentColumns}
    tabs={paymentTabs}
    counts="payment_status"
    hasSums
    filters={[
      searchFilter,
      customerFilter,
      currencyFilter(),
      ...amountFilters,
      { name: 'invoice_id', label: msg`Id of an invoice`, kind: 'text' },
      ...createdFilters,
      selfBilledFilter,
    ]}
  />
);
