import type { ChargeView } from '@tollgate/catalog/reader';
import type { AdvanceUsageReader } from '@tollgate/ingestion/reader';
import type { Transaction } from '@tollgate/platform';
import { usagePeriod, type UsagePeriod } from '@tollgate/rating';
import type { NewFee } from '../billing/new-invoice.js';
import { bucketState, chargedEvents, type BucketState, type ChargedOnce } from './advance-events.repository.js';
import { earlierEvents, type EarlierEvents } from './earlier-events.js';
import { bucketKey, bucketOfEvent, isChargeable, rateEvent, type ChargedEvent } from './event-rating.js';
import { eventFeeLine, type AdvancePayer } from './fee-lines.js';
import { findPayersAt } from './payer.js';

/** An event on one of its charges. */
interface Charging {
  payer: AdvancePayer;
  charge: ChargeView;
  event: ChargedEvent;
  period: UsagePeriod & { timezone: string };
}

/** What an event costs by one charge. */
export interface ChargedFee extends ChargedOnce {
  payer: AdvancePayer;
  charge: ChargeView;
  event: ChargedEvent;
  line: NewFee;
}

interface StoredEventsOf {
  organizationId: string;
  externalSubscriptionId: string;
  /** In the order in which they were stored. */
  events: ChargedEvent[];
}

/** What events of one subscription cost that were not charged yet, in their order. The caller holds the subscription. */
export async function chargeEvents(transaction: Transaction, usage: AdvanceUsageReader, stored: StoredEventsOf): Promise<ChargedFee[]> {
  const chargings = await chargingsOf(transaction, stored);
  const contexts = new Map<string, ChargeContext>();
  for (const own of byChargeAndPeriod(chargings)) contexts.set(contextKey(own[0] as Charging), await readContext(transaction, usage, stored, own));
  const charged: ChargedFee[] = [];
  for (const charging of chargings) {
    const fee = await chargeOnce(transaction, contexts.get(contextKey(charging)) as ChargeContext, charging);
    if (fee) charged.push(fee);
  }
  return charged;
}

async function chargingsOf(transaction: Transaction, { organizationId, externalSubscriptionId, events }: StoredEventsOf): Promise<Charging[]> {
  const instants = events.map(({ timestamp }) => Math.floor(timestamp / 1000));
  const payers = await findPayersAt(transaction, organizationId, externalSubscriptionId, instants);
  return events.flatMap((event, index) => {
    const payer = payers[index];
    if (!payer) return [];
    const { subscription, customer } = payer;
    const period = { ...usagePeriod(subscription.terms, instants[index] as number, customer.timezone), timezone: customer.timezone };
    return subscription.plan.charges
      .filter((charge) => charge.payInAdvance && charge.metric.code === event.code && isChargeable(charge, event.texts))
      .map((charge) => ({ payer, charge, event, period }));
  });
}

const contextKey = ({ payer, charge, period }: Charging) => `${payer.subscription.id} ${charge.id} ${period.from}`;

function byChargeAndPeriod(chargings: Charging[]): Charging[][] {
  const groups = new Map<string, Charging[]>();
  for (const charging of chargings) groups.set(contextKey(charging), [...(groups.get(contextKey(charging)) ?? []), charging]);
  return [...groups.values()];
}

/** What is known of a charge in a period while events of it are charged. */
interface ChargeContext {
  /** Transaction ids of events that were charged. */
  done: Set<string>;
  earlier: EarlierEvents;
  /** Where buckets stand, as far as they were looked at. */
  states: Map<string, BucketState | null>;
}

async function readContext(transaction: Transaction, usage: AdvanceUsageReader, stored: StoredEventsOf, own: Charging[]): Promise<ChargeContext> {
  const { payer, charge, period } = own[0] as Charging;
  const done = await chargedEvents(transaction, payer.subscription.id, charge.id, own.map(({ event }) => event.transactionId));
  const left = own.map(({ event }) => event).filter(({ transactionId }) => !done.has(transactionId));
  const earlier: EarlierEvents = left.length === 0 ? () => [] : await earlierEvents(usage, { ...stored, from: period.from }, charge, left);
  return { done, earlier, states: new Map() };
}

async function chargeOnce(transaction: Transaction, context: ChargeContext, { payer, charge, event, period }: Charging): Promise<ChargedFee | null> {
  if (context.done.has(event.transactionId)) return null;
  context.done.add(event.transactionId);
  const { subscription } = payer;
  const bucket = bucketOfEvent(charge, event.texts);
  const part = { subscriptionId: subscription.id, chargeId: charge.id, bucket };
  const key = bucketKey(bucket);
  if (!context.states.has(key)) context.states.set(key, await bucketState(transaction, part, period));
  const known = context.states.get(key) ?? null;
  const rated = rateEvent({
    charge, bucket, event, period,
    currency: subscription.plan.currency,
    state: known?.highWater ?? null,
    earlier: context.earlier(event, bucket),
  });
  // The next event goes on from the one with the latest time, then from the one charged last (charges, section 3.2).
  if (rated.state && (!known || event.timestamp >= known.eventAt)) context.states.set(key, { highWater: rated.state, eventAt: event.timestamp });
  return { ...part, payer, charge, event, rated, line: eventFeeLine(payer, charge, bucket, rated.fee, period, event.transactionId) };
}
