import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { useLingui } from '@lingui/react/macro';
import type { Subscription as Listed } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { withCustomers, zoneOf } from '../../ui/columns.js';
import { CustomerLink } from '../../ui/customer-link.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant, Span } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';
import { Amount, Copyable, EnumText, Nothing } from '../../ui/values.js';
import { CurrentUsage } from '../usage/current.js';
import { ownSubscriptionColumns } from './columns.js';
import { subscriptionActs } from './acts.js';
import { Alerts } from './parts/alerts.js';
import { Entitlements } from './parts/entitlements.js';
import { SubscriptionForecast } from './parts/forecast.js';
import { Prices } from './parts/prices.js';
import { keepOn, keepPlan } from './parts/taking-back.js';
import { Thresholds } from './parts/thresholds.js';

type Single = components['schemas']['SingleSubscription'];

const tabs = [
  { value: 'overview', label: msg`Overview` },
  { value: 'usage', label: msg`Usage` },
  { value: 'forecast', label: msg`Forecast` },
  { value: 'prices', label: msg`Prices` },
  { value: 'entitlements', label: msg`Entitlements` },
];

const acts = [...subscriptionActs, keepPlan, keepOn];

const everyState = ['active', 'pending', 'incomplete', 'terminated', 'canceled'];

/**
 * A subscription: its plan, period, usage and prices. Several may have had one external id. The page shows
 * the one in the state of the address, else the active one, else the latest one.
 */
export function Subscription() {
  const id = useId();
  const { search } = useAddress();
  const { data, error } = useRead({
    path: '/subscriptions',
    query: { external_id: id, 'status[]': everyState, per_page: '50' },
  });
  const all = data?.subscriptions ?? [];
  const shown =
    all.find(({ status }) => status === search.status) ?? all.find(({ status }) => status === 'active') ?? all[0];
  if (!data) return <main className="detail">{error ? <CallError error={error} /> : null}</main>;
  return <OfState id={id} status={shown?.status ?? 'active'} all={all} tab={search.tab} />;
}

function OfState({ id, status, all, tab: requested }: { id: string; status: string; all: Listed[]; tab?: string }) {
  const tab = tabs.find(({ value }) => value === requested)?.value ?? 'overview';
  return (
    <DetailPage
      call={{ path: '/subscriptions/{external_id}', values: { external_id: id }, query: { ...withCustomers, status } }}
      parent={{ label: msg`Subscriptions`, to: '/$organization/subscriptions' }}
      headOf={({ subscription }) => ({
        name: subscription.name,
        id: subscription.external_id,
        state: subscription.status,
        zone: zoneOf(subscription),
      })}
      actions={({ subscription }) => <Acts acts={acts} record={subscription} />}
    >
      {({ subscription }) => (
        <>
          <Tabs tabs={tabs} current={tab} keep={{ status }} />
          {tab === 'overview' ? <Overview subscription={subscription} all={all} /> : null}
          {tab === 'usage' ? <Usage subscription={subscription} /> : null}
          {tab === 'forecast' ? <ForecastOf subscription={subscription} /> : null}
          {tab === 'prices' ? <Prices subscription={subscription} /> : null}
          {tab === 'entitlements' ? <Entitlements subscription={subscription} /> : null}
        </>
      )}
    </DetailPage>
  );
}

/** Only what is active has usage of a current period. */
function Usage({ subscription }: { subscription: Single }) {
  const { t } = useLingui();
  if (subscription.status !== 'active') return <p className="empty">{t`The subscription is not active.`}</p>;
  return <CurrentUsage customer={subscription.external_customer_id} subscription={subscription.external_id} />;
}

function ForecastOf({ subscription }: { subscription: Single }) {
  const { t } = useLingui();
  if (subscription.status !== 'active') return <p className="empty">{t`The subscription is not active.`}</p>;
  return <SubscriptionForecast subscription={subscription.external_id} />;
}

const Overview = ({ subscription, all }: { subscription: Single; all: Listed[] }) => (
  <>
    <DescriptionList
      items={[
        [msg`Customer`, <CustomerLink id={subscription.external_customer_id} customer={subscription.customer} />],
        [
          msg`Plan`,
          <RecordLink kind="plan" id={subscription.plan_code}>
            {subscription.plan.name}
          </RecordLink>,
        ],
        [
          msg`Plan amount`,
          <Amount cents={subscription.plan_amount_cents} currency={subscription.plan_amount_currency} />,
        ],
        [msg`Interval`, <EnumText value={subscription.plan.interval} />],
        [msg`Periods`, <EnumText value={subscription.billing_time} />],
        [msg`Plan period`, <Span from={subscription.plan_period_started_at} to={subscription.plan_period_ending_at} />],
        [
          msg`Usage period`,
          <Span
            from={subscription.current_billing_period_started_at}
            to={subscription.current_billing_period_ending_at}
          />,
        ],
        [msg`Renews`, <Instant iso={subscription.renews_at} focusable />],
        [msg`Next invoice`, <Instant iso={subscription.next_invoice_at} focusable />],
        [msg`Started`, <Instant iso={subscription.started_at} focusable />],
        [msg`Trial ended`, <Instant iso={subscription.trial_ended_at} focusable />],
        [msg`Ends`, <Instant iso={subscription.ending_at} focusable />],
        [msg`Terminated`, <Instant iso={subscription.terminated_at} focusable />],
        [msg`Previous plan`, subscription.previous_plan_code ?? <Nothing />],
        [msg`Next plan`, subscription.next_plan_code ?? <Nothing />],
        [msg`Billing entity`, subscription.billing_entity_code],
        [msg`Purchase order`, subscription.purchase_order_number ?? <Nothing />],
        [msg`Id`, <Copyable value={subscription.svc_id} />],
      ]}
    />
    {all.length > 1 ? (
      <Rows
        title={msg`All subscriptions of this id`}
        columns={ownSubscriptionColumns}
        rows={all}
        keyOf={({ svc_id }) => svc_id}
      />
    ) : null}
    <Thresholds subscription={subscription} />
    <Alerts subscription={subscription} />
  </>
);
