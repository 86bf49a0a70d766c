import { msg } from '@lingui/core/macro';
import type { AddOn, Coupon, Feature, Metric, Plan, Tax } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  instantColumn,
  linkColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  wordColumn,
  type Column,
} from '../../ui/columns.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';

const byCode = ({ code }: { code: string }): string => code;

const planColumns: readonly Column<Plan>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'plan', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  wordColumn(msg`Interval`, (row) => row.interval),
  wide(unitsColumn(msg`Charges`, (row) => row.charges.length)),
  wide(unitsColumn(msg`Active subscriptions`, (row) => row.active_subscriptions_count)),
  wide(unitsColumn(msg`Customers`, (row) => row.customers_count)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];

export const Plans = () => (
  <ListPage
    title={msg`Plans`}
    empty={msg`No plans yet. Create one with prices that customers can subscribe to.`}
    call={{ path: '/plans' }}
    rowsOf={({ plans }) => plans}
    keyOf={byCode}
    columns={planColumns}
    filters={[searchFilter]}
  />
);

const metricColumns: readonly Column<Metric>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'metric', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  wordColumn(msg`Aggregation`, (row) => row.aggregation_type),
  wide(codeColumn(msg`Property`, (row) => row.field_name ?? row.expression)),
  wide(textColumn(msg`Filters`, (row) => row.filters.map(({ key }) => key).join(', '))),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];

export const Metrics = () => (
  <ListPage
    title={msg`Metrics`}
    empty={msg`No metrics yet. Create one to turn events into billable units.`}
    call={{ path: '/billable_metrics' }}
    rowsOf={({ billable_metrics: metrics }) => metrics}
    keyOf={byCode}
    columns={metricColumns}
    filters={[searchFilter]}
  />
);

const featureColumns: readonly Column<Feature>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'feature', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  textColumn(msg`Privileges`, (row) => row.privileges.map(({ name, code }) => name ?? code).join(', ')),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];

export const Features = () => (
  <ListPage
    title={msg`Features`}
    empty={msg`No features yet. Create one to state what a plan includes.`}
    call={{ path: '/features' }}
    rowsOf={({ features }) => features}
    keyOf={byCode}
    columns={featureColumns}
    filters={[searchFilter]}
  />
);

const addOnColumns: readonly Column<AddOn>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'addOn', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];

export const AddOns = () => (
  <ListPage
    title={msg`Add-ons`}
    empty={msg`No add-ons yet. Create one to bill it once, or by fixed charges.`}
    call={{ path: '/add_ons' }}
    rowsOf={({ add_ons: addOns }) => addOns}
    keyOf={byCode}
    columns={addOnColumns}
    filters={[searchFilter]}
  />
);

/** Whether a coupon can be applied. */
export const couponState = ({ terminated_at: terminated }: Coupon): string => (terminated ? 'terminated' : 'active');

const couponColumns: readonly Column<Coupon>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'coupon', byCode, (row) => row.name),
  ),
  wide(sortable('code', codeColumn(msg`Code`, byCode))),
  stateColumn(msg`State`, couponState),
  wide(wordColumn(msg`Frequency`, (row) => row.frequency)),
  wide(
    sortable(
      'expiration_at',
      instantColumn(msg`Expires`, (row) => row.expiration_at),
    ),
  ),
  wide(unitsColumn(msg`Percent`, (row) => row.percentage_rate)),
  currencyColumn((row) => row.amount_currency),
  amountColumn(),
];

export const Coupons = () => (
  <ListPage
    title={msg`Coupons`}
    empty={msg`No coupons yet. Create one to give customers a discount on their invoices.`}
    call={{ path: '/coupons' }}
    rowsOf={({ coupons }) => coupons}
    keyOf={byCode}
    columns={couponColumns}
    filters={[searchFilter]}
  />
);

const taxColumns: readonly Column<Tax>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'tax', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  wide(textColumn(msg`Description`, (row) => row.description)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  unitsColumn(msg`Tax %`, (row) => row.rate),
];

export const Taxes = () => (
  <ListPage
    title={msg`Taxes`}
    empty={msg`No taxes yet. Create one to add VAT or sales tax to invoices.`}
    call={{ path: '/taxes' }}
    rowsOf={({ taxes }) => taxes}
    keyOf={byCode}
    columns={taxColumns}
    filters={[searchFilter]}
  />
);
