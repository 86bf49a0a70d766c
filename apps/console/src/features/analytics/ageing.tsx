import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { CustomerAgeing } from '../../api/records.js';
import { currencyColumn, linkColumn, moneyColumn, wide } from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { currencyFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';

const amount = (label: MessageDescriptor, cents: (row: CustomerAgeing) => number) =>
  moneyColumn<CustomerAgeing>(label, cents, (row) => row.currency);

const columns = [
  linkColumn<CustomerAgeing>(
    msg`Customer`,
    'customer',
    (row) => row.customer?.external_id ?? '',
    (row) => (row.customer ? nameOf(row.customer) : null),
  ),
  wide(amount(msg`Not due`, (row) => row.not_due_amount_cents)),
  wide(amount(msg`1–30 days`, (row) => row.days_1_30_amount_cents)),
  wide(amount(msg`31–60 days`, (row) => row.days_31_60_amount_cents)),
  wide(amount(msg`61–90 days`, (row) => row.days_61_90_amount_cents)),
  wide(amount(msg`Over 90 days`, (row) => row.days_over_90_amount_cents)),
  currencyColumn<CustomerAgeing>((row) => row.currency),
  amount(msg`Open`, (row) => row.amount_cents),
];

/** The open amounts of each customer, by the days since their due dates. */
export const AgeingByCustomer = () => (
  <ListPage
    title={msg`Open amounts by customer`}
    empty={msg`No customer owes anything.`}
    call={{ path: '/analytics/ageing' }}
    rowsOf={({ ageing }) => ageing}
    keyOf={(row) => `${row.customer?.svc_id} ${row.currency}`}
    columns={columns}
    hasPages
    filters={[currencyFilter()]}
  />
);
