import type { ChargeView } from '@tollgate/catalog/reader';
import type { InAdvanceUsageReader } from '@tollgate/ingestion/reader';
import { groupBy, Unavailable, type TenantTransaction } from '@tollgate/platform';
import { noBills, prorationOfEvent, runningPeriod, type UsagePeriod } from '@tollgate/rating';
import { chargeIds } from '../../model/rated-charges/charge-identity.js';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import {
  bucketStates,
  chargedEvents,
  eventKey,
  type BucketState,
  type ChargedOnce,
} from '../../rating/in-advance-rating/in-advance-events.repository.js';
import {
  bucketKey,
  bucketOfEvent,
  isChargeable,
  keepsTotal,
  rateEventAt,
  agreementAtReception,
  type InAdvanceBucket,
  type ChargedEvent,
  type UsageAtEvent,
} from '../../rating/in-advance-rating/event-rating.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import { eventFeeLine, inputsOfEvent } from '../../rating/in-advance-rating/fee-lines.js';
import type { Payer } from '../../model/line-items/payer.js';
import { findPayersAt } from '../../rating/in-advance-rating/payer.js';
import type { EventsOfCharge } from '../../rating/in-advance-rating/charge-walk.js';
import { usageAtEvents, type CheckpointMove, type Reading } from '../../rating/in-advance-rating/usage-at-events.js';

/** An event on one of its charges. */
interface Charging {
  payer: Payer;
  charge: ChargeView;
  event: ChargedEvent;
  period: UsagePeriod & { timezone: string };
  bucket: InAdvanceBucket;
}

/** The fee of an event on one charge. */
export interface ChargedFee extends ChargedOnce {
  payer: Payer;
  charge: ChargeView;
  event: ChargedEvent;
  period: UsagePeriod;
  line: NewFee;
}

/** Everything that determines the fees of uncharged events, in the order of their storage. */
export interface PreparedCharges {
  chargings: Charging[];
  states: Map<string, BucketState | null>;
  standings: Map<string, Map<ChargedEvent, UsageAtEvent>>;
  moves: CheckpointMove[];
}

/**
 * Reads all inputs before the charging, so that no transaction is open during a query of the usage store. No other
 * process charges events of these subscriptions meanwhile.
 */
export async function prepareCharges(
  read: Reading,
  organizationId: string,
  usage: InAdvanceUsageReader,
  events: ChargedEvent[],
): Promise<PreparedCharges> {
  const { chargings, states } = await read(async (transaction) => {
    const uncharged = await notCharged(transaction, await chargingsOf(transaction, events));
    return { chargings: uncharged, states: await statesOf(transaction, uncharged) };
  });
  return { chargings, states, ...(await standingsOf(read, organizationId, usage, chargings, events)) };
}

/**
 * Computes the fees of prepared events, in the transaction that writes them.
 * @throws Unavailable when the prepared state is outdated and the caller must prepare again
 */
export async function chargePrepared(
  transaction: TenantTransaction,
  { chargings, states: prepared, standings, moves }: PreparedCharges,
): Promise<ChargedFee[]> {
  const done = await chargedEvents(transaction, chargings.flatMap(namesOf));
  const states = await statesOf(transaction, chargings);
  const isSame = [...states].every(([key, state]) => state?.eventAt === prepared.get(key)?.eventAt);
  if (done.size > 0 || !isSame) throw new Unavailable('events were charged meanwhile, try again');
  for (const move of moves) await move(transaction);
  return chargings.map((charging) =>
    chargeOnce(charging, states, standings.get(chargeKey(charging))?.get(charging.event)),
  );
}

async function chargingsOf(transaction: TenantTransaction, events: ChargedEvent[]): Promise<Charging[]> {
  const instants = events.map(({ externalSubscriptionId, timestamp }) => ({
    externalId: externalSubscriptionId,
    at: Math.floor(timestamp / 1000),
  }));
  const payers = await findPayersAt(transaction, instants);
  const histories = await readPeriodHistories(
    transaction,
    payers.flatMap((payer, index) => {
      const at = instants[index]?.at;
      return payer && at !== undefined ? [{ subscription: payer.subscription, since: at }] : [];
    }),
  );
  return events.flatMap((event, index) => {
    const payerAt = payers[index];
    if (!payerAt) return [];
    const { customer } = payerAt;
    const subscription = {
      ...payerAt.subscription,
      agreement: agreementAtReception(payerAt.subscription.agreement, event.receivedAt),
    };
    const payer = { ...payerAt, subscription };
    const period = {
      ...runningPeriod(
        subscription.agreement,
        Math.floor(event.timestamp / 1000),
        customer.timezone,
        histories.get(subscription.id) ?? noBills,
      ),
      timezone: customer.timezone,
    };
    return subscription.plan.charges
      .filter((charge) => charge.payInAdvance && charge.metric.code === event.code && isChargeable(charge, event.texts))
      .map((charge) => ({ payer, charge, event, period, bucket: bucketOfEvent(charge, event.texts) }));
  });
}

/** The names under which an event on a charge may be charged already: a repeated message may find a copy of the charge. */
const namesOf = ({ payer, charge, event }: Charging) =>
  chargeIds(charge).map((chargeId) => ({
    subscriptionId: payer.subscription.id,
    chargeId,
    transactionId: event.transactionId,
  }));

async function notCharged(transaction: TenantTransaction, chargings: Charging[]): Promise<Charging[]> {
  const done = await chargedEvents(transaction, chargings.flatMap(namesOf));
  return chargings.filter((charging) => {
    const keys = namesOf(charging).map(eventKey);
    if (keys.some((key) => done.has(key))) return false;
    for (const key of keys) done.add(key);
    return true;
  });
}

/** Groups a subscription's charges in a period. */
const chargeKey = ({ payer, charge, period }: Charging) => `${payer.subscription.id} ${charge.id} ${period.from}`;
const partKey = (charging: Charging) => `${chargeKey(charging)} ${bucketKey(charging.bucket)}`;

async function statesOf(
  transaction: TenantTransaction,
  chargings: Charging[],
): Promise<Map<string, BucketState | null>> {
  const parts = new Map(
    chargings.filter(({ charge }) => keepsTotal(charge)).map((charging) => [partKey(charging), charging]),
  );
  const bucketStateList = await bucketStates(
    transaction,
    [...parts.values()].map(({ payer, charge, bucket, period }) => ({
      subscriptionId: payer.subscription.id,
      charge,
      bucket,
      period,
    })),
  );
  return new Map([...parts.keys()].map((key, index) => [key, bucketStateList[index] ?? null]));
}

/** The usage of each charge at its events. */
async function standingsOf(
  read: Reading,
  organizationId: string,
  reader: InAdvanceUsageReader,
  chargings: Charging[],
  among: ChargedEvent[],
): Promise<Pick<PreparedCharges, 'standings' | 'moves'>> {
  const groups = [...groupBy(chargings, chargeKey)];
  const charges = groups.flatMap(([, [first, ...others]]) =>
    first ? [eventsOfCharge(organizationId, first, others)] : [],
  );
  const found = await usageAtEvents(read, reader, organizationId, charges, among);
  return {
    standings: new Map(groups.map(([key], index) => [key, found[index]?.usages ?? new Map()])),
    moves: found.flatMap(({ move }) => (move ? [move] : [])),
  };
}

function eventsOfCharge(organizationId: string, first: Charging, others: Charging[]): EventsOfCharge {
  const { payer, charge, period, event } = first;
  const { subscription } = payer;
  const usage = {
    organizationId,
    subscriptionId: subscription.id,
    externalSubscriptionId: subscription.externalId,
    chargeId: charge.id,
    from: period.from,
    firstSecond: period.from === subscription.agreement.startedAt ? subscription.firstSecond : null,
  };
  return { usage, charge, events: [event, ...others.map(({ event: other }) => other)] };
}

function chargeOnce(
  charging: Charging,
  states: Map<string, BucketState | null>,
  standing: UsageAtEvent | undefined,
): ChargedFee {
  const { payer, charge, event, period, bucket } = charging;
  const { subscription } = payer;
  const bucketState = states.get(partKey(charging)) ?? null;
  const subject = {
    charge,
    bucket,
    event,
    period,
    currency: subscription.plan.currency,
    state: bucketState?.highWater ?? null,
  };
  const rated = rateEventAt(subject, standing);
  // The next event continues from the one with the latest time, then from the one charged last (charges, section 3.2).
  if (rated.state && (!bucketState || event.timestamp >= bucketState.eventAt))
    states.set(partKey(charging), { highWater: rated.state, eventAt: event.timestamp });
  const line: NewFee = {
    ...eventFeeLine(payer, charge, bucket, rated.fee, period, event),
    inputs: inputsOfEvent(payer, charging, rated.basis),
    // A movement below the highest billed total costs nothing, and has no units to explain.
    ...(charge.prorated && rated.billedUnits.gt(0)
      ? { proration: prorationOfEvent(rated.fee.units, Math.floor(event.timestamp / 1000), period) }
      : {}),
  };
  return { subscriptionId: subscription.id, chargeId: charge.id, bucket, payer, charge, event, period, rated, line };
}
