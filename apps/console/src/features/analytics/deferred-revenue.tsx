import { msg } from '@lingui/core/macro';
import type { DeferredRevenue } from '../../api/records.js';
import { unitsColumn, currencyColumn, instantColumn, linkColumn, moneyColumn, wide } from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { currencyFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';

const columns = [
  linkColumn<DeferredRevenue>(
    msg`Customer`,
    'customer',
    (row) => row.customer?.external_id ?? '',
    (row) => (row.customer ? nameOf(row.customer) : null),
  ),
  wide(unitsColumn<DeferredRevenue>(msg`Fees`, (row) => row.fees_count)),
  wide(instantColumn<DeferredRevenue>(msg`Until`, (row) => row.to_datetime)),
  wide(
    moneyColumn<DeferredRevenue>(
      msg`Invoiced`,
      (row) => row.invoiced_amount_cents,
      (row) => row.currency,
    ),
  ),
  currencyColumn<DeferredRevenue>((row) => row.currency),
  moneyColumn<DeferredRevenue>(
    msg`Deferred`,
    (row) => row.amount_cents,
    (row) => row.currency,
  ),
];

/** Deferred revenue by customer: amounts that were invoiced for the time after a day, without taxes. */
export const DeferredRevenueByCustomer = () => (
  <ListPage
    title={msg`Deferred revenue`}
    empty={msg`Nothing is deferred. Plans that are paid in advance defer the revenue of the time after the day.`}
    call={{ path: '/analytics/deferred_revenue' }}
    rowsOf={({ deferred_revenues: rows }) => rows}
    keyOf={(row) => `${row.customer?.svc_id} ${row.currency}`}
    columns={columns}
    hasPages
    filters={[currencyFilter(), { name: 'day', label: msg`End of the day`, kind: 'date' }]}
  />
);
