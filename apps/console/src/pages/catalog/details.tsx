import { msg } from '@lingui/core/macro';
import type { Feature as FeatureRecord, Metric as MetricRecord } from '../../api/records.js';
import { codeColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { DetailPage, Facts, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, Nothing, Units, Word } from '../../ui/values.js';
import { couponState } from './lists.js';
import { YesNo } from '../../ui/yes-no.js';

type Filter = MetricRecord['filters'][number];
type Privilege = FeatureRecord['privileges'][number];

const filterColumns: readonly Column<Filter>[] = [
  codeColumn(msg`Property`, (row) => row.key),
  textColumn(msg`Values`, (row) => row.values.join(', ')),
];
const privilegeColumns: readonly Column<Privilege>[] = [
  textColumn(msg`Name`, (row) => row.name ?? row.code),
  codeColumn(msg`Code`, (row) => row.code),
  codeColumn(msg`Kind`, (row) => row.value_type),
  wide(textColumn(msg`Choices`, (row) => row.config?.select_options?.join(', '))),
];

/** A metric: what is counted of which events. */
export function Metric() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/billable_metrics/{code}', values: { code: id } }}
      parent={{ word: msg`Metrics`, to: '/$organization/catalog/metrics' }}
      headOf={({ billable_metric: metric }) => ({ name: metric.name, id: metric.code })}
    >
      {({ billable_metric: metric }) => (
        <>
          <Facts
            facts={[
              [msg`Aggregation`, <Word value={metric.aggregation_type} />],
              [msg`Property`, metric.field_name ? <code>{metric.field_name}</code> : <Nothing />],
              [msg`Expression`, metric.expression ? <code>{metric.expression}</code> : <Nothing />],
              [msg`Carried from period to period`, <YesNo value={metric.recurring} />],
              [msg`Rounding`, metric.rounding_function ? <code>{metric.rounding_function}</code> : <Nothing />],
              [msg`Decimal places`, <Units value={metric.rounding_precision} />],
              [msg`Description`, metric.description ?? <Nothing />],
              [msg`Created`, <Instant iso={metric.created_at} focusable />],
              [msg`Id`, <Copyable value={metric.svc_id} />],
            ]}
          />
          <Rows title={msg`Filters`} columns={filterColumns} rows={metric.filters} keyOf={({ key }) => key} />
        </>
      )}
    </DetailPage>
  );
}

/** A feature and its privileges. */
export function Feature() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/features/{code}', values: { code: id } }}
      parent={{ word: msg`Features`, to: '/$organization/catalog/features' }}
      headOf={({ feature }) => ({ name: feature.name, id: feature.code })}
    >
      {({ feature }) => (
        <>
          <Facts
            facts={[
              [msg`Description`, feature.description ?? <Nothing />],
              [msg`Created`, <Instant iso={feature.created_at} focusable />],
            ]}
          />
          <Rows
            title={msg`Privileges`}
            columns={privilegeColumns}
            rows={feature.privileges}
            keyOf={({ code }) => code}
          />
        </>
      )}
    </DetailPage>
  );
}

/** An add-on and its price. */
export function AddOn() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/add_ons/{code}', values: { code: id } }}
      parent={{ word: msg`Add-ons`, to: '/$organization/catalog/add-ons' }}
      headOf={({ add_on: addOn }) => ({ name: addOn.name, id: addOn.code })}
    >
      {({ add_on: addOn }) => (
        <Facts
          facts={[
            [
              msg`Amount`,
              <span className="big">
                <Amount cents={addOn.amount_cents} currency={addOn.amount_currency} />
              </span>,
            ],
            [msg`Name on invoices`, addOn.invoice_display_name ?? <Nothing />],
            [msg`Taxes`, addOn.taxes.map(({ name }) => name).join(', ') || <Nothing />],
            [msg`Description`, addOn.description ?? <Nothing />],
            [msg`Created`, <Instant iso={addOn.created_at} focusable />],
            [msg`Id`, <Copyable value={addOn.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}

/** A coupon: its discount, its limits, and its frequency. */
export function Coupon() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/coupons/{code}', values: { code: id } }}
      parent={{ word: msg`Coupons`, to: '/$organization/catalog/coupons' }}
      headOf={({ coupon }) => ({ name: coupon.name, id: coupon.code, state: couponState(coupon) })}
    >
      {({ coupon }) => (
        <Facts
          facts={[
            [msg`Kind`, <Word value={coupon.coupon_type} />],
            [msg`Amount`, <Amount cents={coupon.amount_cents} currency={coupon.amount_currency} />],
            [msg`Percent`, <Units value={coupon.percentage_rate} />],
            [msg`Frequency`, <Word value={coupon.frequency} />],
            [msg`Number of invoices`, <Units value={coupon.frequency_duration} />],
            [msg`Several times for a customer`, <YesNo value={coupon.reusable} />],
            [msg`For plans`, coupon.plan_codes.join(', ') || <Nothing />],
            [msg`For metrics`, coupon.billable_metric_codes.join(', ') || <Nothing />],
            [msg`Expires`, <Instant iso={coupon.expiration_at} focusable />],
            [msg`Terminated`, <Instant iso={coupon.terminated_at} focusable />],
            [msg`Description`, coupon.description ?? <Nothing />],
            [msg`Created`, <Instant iso={coupon.created_at} focusable />],
            [msg`Id`, <Copyable value={coupon.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}

/** A tax and whose invoices have it. */
export function Tax() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/taxes/{code}', values: { code: id } }}
      parent={{ word: msg`Taxes`, to: '/$organization/catalog/taxes' }}
      headOf={({ tax }) => ({ name: tax.name, id: tax.code })}
    >
      {({ tax }) => (
        <Facts
          facts={[
            [msg`Tax %`, <Units value={tax.rate} />],
            [msg`Billing entities`, tax.applied_to_billing_entities_codes.join(', ') || <Nothing />],
            [msg`Description`, tax.description ?? <Nothing />],
            [msg`Created`, <Instant iso={tax.created_at} focusable />],
            [msg`Id`, <Copyable value={tax.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}
