import type { ChargeView } from '@tollgate/catalog/reader';
import type { InAdvanceUsageReader } from '@tollgate/ingestion/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { usagePeriod, type UsagePeriod } from '@tollgate/rating';
import type { NewFee } from '../lines/new-invoice.js';
import {
  bucketStates,
  chargedEvents,
  eventKey,
  type BucketState,
  type ChargedOnce,
} from '../in-advance-rating/in-advance-events.repository.js';
import {
  bucketKey,
  bucketOfEvent,
  isChargeable,
  rateEventAt,
  termsAtReception,
  type InAdvanceBucket,
  type ChargedEvent,
  type UsageAtEvent,
} from '../in-advance-rating/event-rating.js';
import { eventFeeLine } from '../in-advance-rating/fee-lines.js';
import type { Payer } from '../lines/payer.js';
import { findPayersAt } from '../in-advance-rating/payer.js';
import { usageAtEvents } from '../in-advance-rating/usage-at-events.js';

/** An event on one of its charges. */
interface Charging {
  payer: Payer;
  charge: ChargeView;
  event: ChargedEvent;
  period: UsagePeriod & { timezone: string };
  bucket: InAdvanceBucket;
}

/** What an event costs by one charge. */
export interface ChargedFee extends ChargedOnce {
  payer: Payer;
  charge: ChargeView;
  event: ChargedEvent;
  line: NewFee;
}

/** What events cost that were not charged yet, in the order given, which is that in which they were stored. Nobody else charges events of their subscriptions at the time. */
export async function chargeEvents(
  transaction: TenantTransaction,
  usage: InAdvanceUsageReader,
  events: ChargedEvent[],
): Promise<ChargedFee[]> {
  const chargings = await notCharged(transaction, await chargingsOf(transaction, events));
  const states = await statesOf(transaction, chargings);
  const standing = await standingsOf(transaction, usage, chargings, events);
  return chargings.map((charging) =>
    chargeOnce(charging, states, standing.get(chargeKey(charging))?.get(charging.event)),
  );
}

async function chargingsOf(transaction: TenantTransaction, events: ChargedEvent[]): Promise<Charging[]> {
  const instants = events.map(({ externalSubscriptionId, timestamp }) => ({
    externalId: externalSubscriptionId,
    at: Math.floor(timestamp / 1000),
  }));
  const payers = await findPayersAt(transaction, instants);
  return events.flatMap((event, index) => {
    const found = payers[index];
    if (!found) return [];
    const { customer } = found;
    const subscription = { ...found.subscription, terms: termsAtReception(found.subscription.terms, event.receivedAt) };
    const payer = { ...found, subscription };
    const period = {
      ...usagePeriod(subscription.terms, Math.floor(event.timestamp / 1000), customer.timezone),
      timezone: customer.timezone,
    };
    return subscription.plan.charges
      .filter((charge) => charge.payInAdvance && charge.metric.code === event.code && isChargeable(charge, event.texts))
      .map((charge) => ({ payer, charge, event, period, bucket: bucketOfEvent(charge, event.texts) }));
  });
}

const eventOf = ({ payer, charge, event }: Charging) => ({
  subscriptionId: payer.subscription.id,
  chargeId: charge.id,
  transactionId: event.transactionId,
});

async function notCharged(transaction: TenantTransaction, chargings: Charging[]): Promise<Charging[]> {
  const done = await chargedEvents(transaction, chargings.map(eventOf));
  return chargings.filter((charging) => {
    const key = eventKey(eventOf(charging));
    if (done.has(key)) return false;
    done.add(key);
    return true;
  });
}

/** Charges of a subscription in a period. */
const chargeKey = ({ payer, charge, period }: Charging) => `${payer.subscription.id} ${charge.id} ${period.from}`;
const partKey = (charging: Charging) => `${chargeKey(charging)} ${bucketKey(charging.bucket)}`;

async function statesOf(
  transaction: TenantTransaction,
  chargings: Charging[],
): Promise<Map<string, BucketState | null>> {
  const parts = new Map(
    chargings
      .filter(({ charge }) => charge.metric.aggregationType !== 'count_agg')
      .map((charging) => [partKey(charging), charging]),
  );
  const found = await bucketStates(
    transaction,
    [...parts.values()].map(({ payer, charge, bucket, period }) => ({
      subscriptionId: payer.subscription.id,
      chargeId: charge.id,
      bucket,
      period,
    })),
  );
  return new Map([...parts.keys()].map((key, index) => [key, found[index] ?? null]));
}

/** Where the usage of each charge stands at its events. */
async function standingsOf(
  transaction: TenantTransaction,
  reader: InAdvanceUsageReader,
  chargings: Charging[],
  among: ChargedEvent[],
): Promise<Map<string, Map<ChargedEvent, UsageAtEvent>>> {
  const standings = new Map<string, Map<ChargedEvent, UsageAtEvent>>();
  for (const [key, own] of groupBy(chargings, chargeKey)) {
    const { payer, charge, period } = own[0] as Charging;
    const of = {
      organizationId: transaction.organizationId,
      subscriptionId: payer.subscription.id,
      externalSubscriptionId: payer.subscription.externalId,
      chargeId: charge.id,
      from: period.from,
    };
    standings.set(
      key,
      await usageAtEvents(
        transaction,
        reader,
        of,
        charge,
        own.map(({ event }) => event),
        among,
      ),
    );
  }
  return standings;
}

function chargeOnce(
  charging: Charging,
  states: Map<string, BucketState | null>,
  standing: UsageAtEvent | undefined,
): ChargedFee {
  const { payer, charge, event, period, bucket } = charging;
  const { subscription } = payer;
  const known = states.get(partKey(charging)) ?? null;
  const subject = {
    charge,
    bucket,
    event,
    period,
    currency: subscription.plan.currency,
    state: known?.highWater ?? null,
  };
  const rated = rateEventAt(subject, standing);
  // The next event goes on from the one with the latest time, then from the one charged last (charges, section 3.2).
  if (rated.state && (!known || event.timestamp >= known.eventAt))
    states.set(partKey(charging), { highWater: rated.state, eventAt: event.timestamp });
  const line = eventFeeLine(payer, charge, bucket, rated.fee, period, event);
  return { subscriptionId: subscription.id, chargeId: charge.id, bucket, payer, charge, event, rated, line };
}
