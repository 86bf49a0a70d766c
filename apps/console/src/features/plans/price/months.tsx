import { useEffect, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization, Refusal } from '../../../api/client.js';
import { pickerOf } from '../../../acts/field.js';
import { Picked } from '../../../acts/picker-field.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { moneyColumn, type Column } from '../../../ui/columns.js';
import { Instant } from '../../../ui/instant.js';
import { Loading } from '../../../ui/loading.js';
import { decimalText } from '../../../ui/money.js';
import { RecordTable } from '../../../ui/record-table.js';
import { planBody } from '../plan-body.js';
import { Failed } from './failed.js';
import { monthRow, type MonthDot, type MonthRow } from './month-rows.js';
import { pauseMs, type ChargeDraft, type PlanDraft, type PlanForm, type PlanPrices } from './price-call.js';
import { EstimateReasons } from './reasons.js';

/** The running billing period, and three before it. */
const periods = [0, 1, 2, 3];
const ownStaleMs = 60_000;

/** The active subscriptions of a plan, or of all plans for one that does not exist yet. */
const subscriptionsOf = (planCode: string | null) =>
  pickerOf(
    (text) => ({
      path: '/subscriptions',
      query: {
        per_page: '20',
        'status[]': ['active'],
        ...(planCode === null ? {} : { plan_code: planCode }),
        ...(text === '' ? {} : { search_term: text }),
      },
    }),
    ({ subscriptions }) =>
      subscriptions.map(({ external_id: id, external_customer_id: customer, name }) => ({
        value: id,
        label: [customer, name || id].join(' · '),
      })),
  );

type Priced = Omit<PlanDraft, 'name' | 'code'>;

/** Prices of the periods of a subscription with a plan; a period before its start has none. */
function usePeriods(plan: Priced | null, subscription: string, staleTime: number) {
  const { organization } = useMembership();
  const [settled] = useDebouncedValue(JSON.stringify(plan), pauseMs);
  return useQueries({
    queries: periods.map((ago) => ({
      queryKey: ['estimate', organization.svc_id, 'periods', subscription, ago, settled],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PlanPrices | null> => {
        const usage = { external_subscription_id: subscription, periods_ago: ago };
        const body = { plan: JSON.parse(settled) as PlanDraft, usage };
        try {
          const headers = asOrganization(organization.svc_id);
          return (await answerOf(api.POST('/plans/price', { headers, body, signal }))).plan_prices;
        } catch (error) {
          if (error instanceof Refusal && error.fields['periods_ago']) return null;
          throw error;
        }
      },
      enabled: settled !== 'null' && subscription !== '',
      retry: false,
      staleTime,
    })),
  });
}

interface Props {
  form: PlanForm;
  /** Null while the form has no prices. */
  plan: Priced | null;
  charge: ChargeDraft;
  currency: string;
  onDots(dots: readonly MonthDot[]): void;
}

/** The draft on what a customer has used: the running billing period and the three before it. */
export function Months(props: Props) {
  const { t } = useLingui();
  const [subscription, setSubscription] = useState('');
  const { form, onDots } = props;
  const picker = subscriptionsOf(form.form === 'edit' ? (form.plan?.code ?? null) : null);
  const pick = (id: string) => {
    if (id === '') onDots([]);
    setSubscription(id);
  };
  return (
    <section aria-label={t`On a customer's months`}>
      <Picked
        picker={picker}
        label={t`On the months of a subscription`}
        value={subscription}
        onPick={pick}
        isOptional
      />
      {subscription === '' ? null : <MonthsOf {...props} subscription={subscription} />}
    </section>
  );
}

function MonthsOf({ plan, charge, currency, onDots, subscription }: Props & { subscription: string }) {
  const { t } = useLingui();
  const { data } = useRead({ path: '/subscriptions/{external_id}', values: { external_id: subscription } });
  const drafted = usePeriods(plan, subscription, 0);
  const own = usePeriods(data ? planBody(data.subscription.plan) : null, subscription, ownStaleMs);
  const months = periods.flatMap((ago, place) => {
    const prices = drafted[place]?.data;
    const month = prices ? monthRow(ago, charge.code, prices, own[place]?.data ?? undefined) : null;
    return month ? [month] : [];
  });
  const dots = JSON.stringify(months.flatMap((month) => month.dots));
  useEffect(() => onDots(JSON.parse(dots) as MonthDot[]), [dots, onDots]);
  const failed = [...drafted, ...own].find(({ error }) => error !== null);
  const isPending = drafted.some(({ isLoading }) => isLoading);
  const label = t`Billing periods of the subscription`;
  const retry = () => {
    for (const one of [...drafted, ...own]) if (one.error) void one.refetch();
  };
  if (failed) return <Failed error={failed.error} onRetry={retry} />;
  if (isPending && months.length === 0) return <Loading label={label} />;
  return (
    <>
      <RecordTable
        label={label}
        columns={monthColumns(currency)}
        rows={months.map(({ row }) => row)}
        keyOf={({ periodsAgo }) => String(periodsAgo)}
        isOld={isPending}
      />
      <EstimateReasons charges={months.map(({ row }) => row.reasons)} code={charge.code} />
    </>
  );
}

const monthColumns = (currency: string): readonly Column<MonthRow>[] => [
  {
    label: msg`Billing period`,
    cell: ({ from, periodsAgo }) => (
      <>
        <Instant iso={from} precision="days" /> {periodsAgo === 0 ? <Trans>(running)</Trans> : null}
      </>
    ),
    csv: ({ from }) => from,
  },
  {
    label: msg`Units`,
    cell: ({ units }) => <AllUnits units={units} />,
    csv: ({ units }) => units.join(' '),
    right: true,
  },
  moneyColumn(
    msg`Now`,
    (row) => row.now,
    () => currency,
  ),
  moneyColumn(
    msg`With this form`,
    (row) => row.draft,
    () => currency,
  ),
  moneyColumn(
    msg`Difference`,
    (row) => row.difference,
    () => currency,
  ),
];

/** Units by filter and group: a page adds none. */
function AllUnits({ units }: { units: readonly string[] }) {
  const { i18n } = useLingui();
  return units.map((one) => decimalText(one, i18n.locale)).join(' + ');
}
