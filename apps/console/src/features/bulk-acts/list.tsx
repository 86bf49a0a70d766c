import { msg } from '@lingui/core/macro';
import type { Filter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { tabsOf } from '../../ui/tabs.js';
import { bulkActColumns } from './columns.js';

const tabs = tabsOf(
  [
    ['processing', msg`Processing`],
    ['completed', msg`Completed`],
    ['stopped', msg`Stopped`],
  ],
  (status) => ({ status }),
);
const filters: readonly Filter[] = [
  {
    name: 'resource_type',
    label: msg`Records`,
    kind: 'choice',
    values: ['invoices', 'credit_notes', 'customers', 'subscriptions'],
    texts: {
      invoices: msg`Invoices`,
      credit_notes: msg`Credit notes`,
      customers: msg`Customers`,
      subscriptions: msg`Subscriptions`,
    },
  },
];

export const BulkActs = () => (
  <ListPage
    title={msg`Acts on many`}
    empty={msg`No acts on many records yet. Select records in a list to act on them together.`}
    call={{ path: '/bulk_acts' }}
    rowsOf={({ bulk_acts: acts }) => acts}
    keyOf={byId}
    columns={bulkActColumns}
    tabs={tabs}
    counts="status"
    filters={filters}
  />
);
