import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CustomerUsage } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { amountColumn, enumColumn, linkColumn, textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { DescriptionList, Section } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordTable } from '../../ui/record-table.js';
import { Amount, Day } from '../../ui/values.js';
import { UsageSeries } from './series.js';

type UsageRow = CustomerUsage['charges_usage'][number];
const usageColumns: readonly Column<UsageRow>[] = [
  linkColumn(
    msg`Metric`,
    'metric',
    (row) => row.billable_metric.code,
    (row) => row.billable_metric.name,
  ),
  wide(textColumn(msg`Charge`, (row) => row.charge.invoice_display_name || row.charge.code)),
  wide(enumColumn(msg`Price model`, (row) => row.charge.charge_model)),
  wide(unitsColumn(msg`Events`, (row) => row.events_count)),
  unitsColumn(msg`Units`, (row) => row.units),
  amountColumn(),
];

/** The usage of a subscription: in its current period so far, and over time. */
export function CurrentUsage({ customer, subscription }: { customer: string; subscription: string }) {
  const { t } = useLingui();
  const { data, error } = useRead({
    path: '/customers/{external_customer_id}/current_usage',
    values: { external_customer_id: customer },
    query: { external_subscription_id: subscription, apply_taxes: 'false' },
  });
  const usage = data?.customer_usage;
  return (
    <>
      <Section title={msg`Usage of the current period`}>
        <CallError error={error} />
        {usage ? (
          <>
            <DescriptionList
              items={[
                [msg`From`, <Instant iso={usage.from_datetime} focusable />],
                [msg`Until`, <Instant iso={usage.to_datetime} focusable />],
                [msg`Invoice on`, <Day date={usage.issuing_date} />],
                [msg`Amount so far`, <Amount cents={usage.amount_cents} currency={usage.currency} />],
              ]}
            />
            {usage.charges_usage.length === 0 ? (
              <p className="empty">{t`The plan has no usage charges.`}</p>
            ) : (
              <RecordTable
                label={t`Usage of the current period`}
                columns={usageColumns}
                rows={usage.charges_usage}
                keyOf={({ charge }) => charge.svc_id}
              />
            )}
          </>
        ) : null}
      </Section>
      {usage ? (
        <UsageSeries
          customer={customer}
          subscription={subscription}
          metrics={[...new Set(usage.charges_usage.map((row) => row.billable_metric.code))]}
        />
      ) : null}
    </>
  );
}
