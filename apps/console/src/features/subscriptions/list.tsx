import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { bulkBarOf } from '../../bulk/bar-of.js';
import { withCustomers } from '../../ui/columns.js';
import { createdFilters, currencyFilter, customerFilter, planFilter, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { tabsOf } from '../../ui/tabs.js';
import { subscriptionColumns } from './columns.js';
import { startSubscription } from './creations.js';

const subscriptionStates = [
  ['active', msg`Active`],
  ['pending', msg`Pending`],
  ['incomplete', msg`Incomplete`],
  ['terminated', msg`Terminated`],
  ['canceled', msg`Canceled`],
] as const;

const everySubscription = { ...withCustomers, 'status[]': subscriptionStates.map(([state]) => state) };

const BulkBar = bulkBarOf('subscriptions');

export const Subscriptions = () => (
  <ListPage
    create={<Create acts={[startSubscription]} />}
    title={msg`Subscriptions`}
    empty={msg`No subscriptions yet. One is created when a customer subscribes to a plan.`}
    call={{ path: '/subscriptions', query: everySubscription }}
    rowsOf={({ subscriptions }) => subscriptions}
    keyOf={byId}
    Selected={BulkBar}
    columns={subscriptionColumns}
    tabs={tabsOf(subscriptionStates, (state) => ({ 'status[]': [state] }))}
    counts="status"
    filters={[searchFilter, customerFilter, planFilter, currencyFilter(), ...createdFilters]}
  />
);
