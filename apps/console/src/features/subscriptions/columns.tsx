import { msg } from '@lingui/core/macro';
import type { Subscription } from '../../api/records.js';
import {
  currencyColumn,
  customerColumn,
  customerInstantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { RecordLink } from '../../ui/record-link.js';

const subscriptionFacts: readonly Column<Subscription>[] = [
  stateColumn(msg`State`, (row) => row.status),
  linkColumn(msg`Plan`, 'plan', (row) => row.plan_code),
  wide(
    moneyColumn(
      msg`Plan amount`,
      (row) => row.plan_amount_cents,
      (row) => row.plan_amount_currency,
    ),
  ),
  currencyColumn((row) => row.plan_amount_currency),
  wide(
    sortable(
      'subscription_at',
      customerInstantColumn(msg`Started`, (row) => row.started_at),
    ),
  ),
  { ...customerInstantColumn(msg`Renews`, (row) => row.renews_at), csvOnly: true },
  wide(customerInstantColumn(msg`Next invoice`, (row) => row.next_invoice_at)),
];

/** Several subscriptions may have had one external id, so the address has the state. */
const subscriptionLink: Column<Subscription> = {
  label: msg`Subscription`,
  cell: (row) => (
    <RecordLink kind="subscription" id={row.external_id} search={{ status: row.status }}>
      {row.name || row.external_id}
    </RecordLink>
  ),
  csv: (row) => row.name || row.external_id,
};

/** Of one customer. */
export const ownSubscriptionColumns = [subscriptionLink, ...subscriptionFacts];

export const subscriptionColumns = [
  subscriptionLink,
  wide(customerColumn<Subscription>((row) => row.external_customer_id)),
  ...subscriptionFacts,
];
