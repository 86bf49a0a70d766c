import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { bulkBarOf } from '../../bulk/bar-of.js';
import { createdFilters, currencyFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { customerListColumns, useSummaries } from './columns.js';
import { createCustomer } from './acts.js';

const BulkBar = bulkBarOf('customers');

export const Customers = () => (
  <ListPage
    create={<Create acts={[createCustomer]} />}
    title={msg`Customers`}
    empty={msg`No customers yet. They appear once your product creates them through the API.`}
    call={{ path: '/customers' }}
    rowsOf={({ customers }) => customers}
    keyOf={byId}
    Selected={BulkBar}
    columns={customerListColumns}
    useRows={useSummaries}
    filters={[
      searchFilter,
      currencyFilter('currencies[]'),
      { name: 'countries[]', label: msg`Country`, kind: 'text' },
      { name: 'customer_type', label: msg`Kind`, kind: 'choice', values: ['company', 'individual'] },
      { name: 'account_type[]', label: msg`Account`, kind: 'choice', values: ['customer', 'partner'] },
      ...createdFilters,
    ]}
  />
);
