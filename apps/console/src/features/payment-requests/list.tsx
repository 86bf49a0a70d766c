import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { createdFilters, currencyFilter, customerFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { paymentTabs } from '../payments/states.js';
import { requestFromCustomer } from './acts.js';
import { paymentRequestColumns } from './columns.js';

export const PaymentRequests = () => (
  <ListPage
    create={<Create acts={[requestFromCustomer]} />}
    title={msg`Payment requests`}
    empty={msg`No payment requests yet. Create one to request the payment of overdue invoices.`}
    call={{ path: '/payment_requests' }}
    rowsOf={({ payment_requests: requests }) => requests}
    keyOf={byId}
    columns={paymentRequestColumns}
    tabs={paymentTabs}
    counts="payment_status"
    filters={[searchFilter, customerFilter, currencyFilter(), ...createdFilters]}
  />
);
