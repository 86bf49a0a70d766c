import { msg } from '@lingui/core/macro';
import { createdFilters, customerFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { paymentColumns } from './columns.js';
import { paymentTabs } from './states.js';

export const Payments = () => (
  <ListPage
    title={msg`Payments`}
    empty={msg`No payments yet. They appear when customers pay their invoices.`}
    call={{ path: '/payments' }}
    rowsOf={({ payments }) => payments}
    keyOf={byId}
    columns={paymentColumns}
    tabs={paymentTabs}
    counts="payment_status"
    filters={[
      searchFilter,
      customerFilter,
      { name: 'invoice_id', label: msg`Id of an invoice`, kind: 'text' },
      ...createdFilters,
    ]}
  />
);
