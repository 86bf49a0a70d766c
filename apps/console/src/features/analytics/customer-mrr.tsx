import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { CustomerMrr as Row } from '../../api/records.js';
import { currencyColumn, enumColumn, linkColumn, moneyColumn } from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { currencyFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';

const customer = linkColumn<Row>(
  msg`Customer`,
  'customer',
  (row) => row.customer?.external_id ?? '',
  (row) => (row.customer ? nameOf(row.customer) : null),
);
const amount = (label: MessageDescriptor, cents: (row: Row) => number) =>
  moneyColumn<Row>(label, cents, (row) => row.currency);

const columns = [
  customer,
  enumColumn<Row>(msg`Movement`, (row) => row.movement),
  amount(msg`Last month`, (row) => row.previous_amount_cents),
  amount(msg`Change`, (row) => row.change_amount_cents),
  currencyColumn<Row>((row) => row.currency),
  amount(msg`Now`, (row) => row.amount_cents),
];

/** Monthly recurring revenue by customer: the rows of its level and of its movements. */
export const CustomerMrr = () => (
  <ListPage
    title={msg`Monthly recurring revenue by customer`}
    empty={msg`No recurring revenue yet. It begins with the first subscription of a plan with a price.`}
    call={{ path: '/analytics/customer_mrr' }}
    rowsOf={({ customer_mrrs: rows }) => rows}
    keyOf={(row) => `${row.customer?.svc_id} ${row.currency}`}
    columns={columns}
    hasPages
    filters={[
      currencyFilter(),
      {
        name: 'movement',
        label: msg`Movement`,
        kind: 'choice',
        values: ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'unchanged'],
      },
    ]}
  />
);
