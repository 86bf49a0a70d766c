import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { useLingui } from '@lingui/react/macro';
import type { Subscription as Listed } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import {
  codeColumn,
  linkColumn,
  textColumn,
  unitsColumn,
  wide,
  withCustomers,
  zoneOf,
  type Column,
} from '../../ui/columns.js';
import { CustomerLink } from '../../ui/customer-link.js';
import { DescriptionList, DetailPage, Related, Rows, useId } from '../../ui/detail-page.js';
import { Instant, Span } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';
import { Amount, Copyable, EnumText, Nothing } from '../../ui/values.js';
import { Charges } from '../plans/charges.js';
import { CurrentUsage } from '../usage/current.js';
import { ownSubscriptionColumns } from './columns.js';
import { subscriptionActs } from './acts.js';

type Single = components['schemas']['SingleSubscription'];
type Alert = components['schemas']['SubscriptionAlert'];
type Privilege = { feature: string; name: string; value: string; plan: string };

const tabs = [
  { value: 'overview', label: msg`Overview` },
  { value: 'usage', label: msg`Usage` },
  { value: 'prices', label: msg`Prices` },
  { value: 'entitlements', label: msg`Entitlements` },
];

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
      actions={({ subscription }) => <Acts acts={subscriptionActs} record={subscription} />}
    >
      {({ subscription }) => (
        <>
          <Tabs tabs={tabs} current={tab} keep={{ status }} />
          {tab === 'overview' ? <Overview subscription={subscription} all={all} /> : null}
          {tab === 'usage' ? <Usage subscription={subscription} /> : null}
          {tab === 'prices' ? <Charges plan={subscription.plan} /> : null}
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
    <Related
      title={msg`Alerts`}
      permission="subscriptions:view"
      call={{
        path: '/subscriptions/{external_id}/alerts',
        values: { external_id: subscription.external_id },
        query: { status: subscription.status },
      }}
      rowsOf={({ alerts }) => alerts}
      columns={alertColumns}
      keyOf={({ code }) => code}
    />
  </>
);

const alertColumns: readonly Column<Alert>[] = [
  textColumn(msg`Name`, (row) => row.name ?? row.code),
  codeColumn(msg`Code`, (row) => row.code),
  wide(textColumn(msg`Thresholds`, (row) => row.thresholds.map(({ value }) => value).join(', '))),
  unitsColumn(msg`Last value`, (row) => row.previous_value),
];

const privilegeColumns: readonly Column<Privilege>[] = [
  linkColumn(msg`Feature`, 'feature', (row) => row.feature),
  textColumn(msg`Privilege`, (row) => row.name),
  textColumn(msg`Value`, (row) => row.value),
  wide(textColumn(msg`Value of the plan`, (row) => row.plan)),
];

const Entitlements = ({ subscription: { entitlements } }: { subscription: Single }) => (
  <Rows
    title={msg`Entitlements`}
    columns={privilegeColumns}
    rows={entitlements.flatMap(({ code, privileges }) =>
      privileges.map((privilege) => ({
        feature: code,
        name: privilege.name ?? privilege.code,
        value: String(privilege.value),
        plan: String(privilege.plan_value ?? ''),
      })),
    )}
    keyOf={({ feature, name }) => `${feature} ${name}`}
    empty={msg`The subscription has no entitlements.`}
  />
);
