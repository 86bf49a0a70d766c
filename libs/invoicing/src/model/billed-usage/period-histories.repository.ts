import { sql } from 'kysely';
import { groupBy, type Instant, type TenantTransaction, required } from '@tollgate/platform';
import { runningPeriod, type BilledPeriod, type PeriodHistory, type UsagePeriod } from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';

/** A subscription, and the first instant (Unix ms) of interest: of two for one subscription, the earlier. */
export interface HistoryRequest {
  subscription: Pick<SubscriptionView, 'id' | 'startTimezone'>;
  since: Instant;
}

interface BilledRow {
  subscription_id: string;
  kind: 'charges' | 'fixedCharges';
  from: Date;
  to: Date;
  timezone: string;
  starting: boolean;
}

/**
 * Reads the billed spans by which the periods of subscriptions carry on (subscriptions, section 2.6). It reads the last
 * ones before an instant and the later ones, in one statement for all subscriptions. A yearly plan may bill only one of
 * usage and fixed charges every month.
 * @returns by subscription
 */
export async function readPeriodHistories(
  transaction: TenantTransaction,
  requests: readonly HistoryRequest[],
): Promise<Map<string, PeriodHistory>> {
  if (requests.length === 0) return new Map();
  const since = new Map<string, Instant>();
  for (const { subscription, since: at } of requests)
    since.set(subscription.id, Math.min(at, since.get(subscription.id) ?? Infinity));
  const rows = groupBy(await billedRows(transaction, since), ({ subscription_id: id, kind }) => `${id} ${kind}`);
  const spansOf = (id: string, kind: BilledRow['kind']) => (rows.get(`${id} ${kind}`) ?? []).map(toSpan);
  return new Map(
    requests.map(({ subscription: { id, startTimezone } }) => [
      id,
      { startTimezone, charges: spansOf(id, 'charges'), fixedCharges: spansOf(id, 'fixedCharges') },
    ]),
  );
}

/** The longest period, a year, with room for moves: an earlier span has no effect on the period of an instant. */
const longestPeriodDays = 400;

async function billedRows(transaction: TenantTransaction, since: ReadonlyMap<string, Instant>): Promise<BilledRow[]> {
  const { rows } = await sql<BilledRow>`
    select requested.id as subscription_id, span.kind, span."from", span."to", period.timezone,
           period.invoicing_reason = 'subscription_starting' as starting
    from unnest(${[...since.keys()]}::uuid[], ${[...since.values()].map((at) => new Date(at).toISOString())}::timestamptz[]) as requested (id, since)
    cross join lateral (
      select * from invoicing.billing_periods where subscription_id = requested.id and invoicing_reason = 'subscription_periodic'
        and billing_date >= (requested.since at time zone 'UTC')::date - ${longestPeriodDays}::int
      union all
      select * from invoicing.billing_periods where subscription_id = requested.id
        and invoicing_reason in ('subscription_starting', 'subscription_terminating')
    ) period
    cross join lateral (
      values ('charges', period.charges_from, period.charges_to), ('fixedCharges', period.fixed_charges_from, period.fixed_charges_to)
    ) as span (kind, "from", "to")
    where span."from" is not null and span."to" is not null
    order by starting desc, span."to", period.billed_at
  `.execute(transaction);
  return rows;
}

const toSpan = ({ from, to, timezone, starting }: BilledRow): BilledPeriod => ({
  from: from.getTime(),
  to: to.getTime(),
  timezone,
  starting,
});

/** A subscription and its customer. */
interface RunningSubscription {
  subscription: Pick<SubscriptionView, 'id' | 'startTimezone' | 'agreement'>;
  customer: Pick<CustomerView, 'timezone'>;
}

/** The running usage periods of subscriptions at an instant (Unix ms), by subscription. */
export async function runningPeriods(
  transaction: TenantTransaction,
  running: readonly RunningSubscription[],
  at: Instant,
): Promise<Map<string, UsagePeriod>> {
  const histories = await readPeriodHistories(
    transaction,
    running.map(({ subscription }) => ({ subscription, since: at })),
  );
  return new Map(
    running.map(({ subscription: { id, agreement }, customer }) => [
      id,
      runningPeriod(agreement, at, customer.timezone, required(histories, id, 'period history')),
    ]),
  );
}

/** The running usage period of one subscription at an instant (Unix ms). */
export async function runningPeriodOf(
  transaction: TenantTransaction,
  running: RunningSubscription,
  at: Instant,
): Promise<UsagePeriod> {
  return required(await runningPeriods(transaction, [running], at), running.subscription.id, 'running period');
}
