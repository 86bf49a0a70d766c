import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { EventPlace, EventsDigest } from '@tollgate/ingestion/reader';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { BucketUsage } from './usage-walk.js';

/** The charge, subscription and usage period of a checkpoint. */
export interface CheckpointKey {
  organizationId: string;
  subscriptionId: string;
  chargeId: string;
  /** Unix milliseconds. */
  from: number;
}

/** The place up to which a charge's events are summed up, and their digest. */
export interface Checkpoint {
  place: EventPlace;
  digest: EventsDigest;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads the checkpoint of a charge; one with other terms does not count. */
export async function findCheckpoint(
  transaction: TenantTransaction,
  key: CheckpointKey,
  terms: string,
): Promise<Checkpoint | null> {
  const { rows } = await sql<{
    event_at: bigint;
    received_at: bigint;
    event_id: string;
    events: bigint;
    digest: string;
  }>`
    select event_at, received_at, event_id, events, digest from invoicing.advance_checkpoints
    where subscription_id = ${key.subscriptionId} and charge_id = ${key.chargeId} and period_from = ${key.from} and terms = ${hashOf(terms)}
  `.execute(transaction);
  const [row] = rows;
  if (!row) return null;
  return {
    place: { timestamp: Number(row.event_at), receivedAt: Number(row.received_at), id: row.event_id },
    digest: { events: Number(row.events), hash: row.digest },
  };
}

/** Reads the states of buckets at the checkpoint, by their keys; skips buckets without events. */
export async function bucketUsages(
  transaction: TenantTransaction,
  key: CheckpointKey,
  bucketKeys: string[],
): Promise<Map<string, BucketUsage>> {
  if (bucketKeys.length === 0) return new Map();
  const byHash = new Map(bucketKeys.map((bucket) => [hashOf(bucket), bucket]));
  const { rows } = await sql<{ bucket: string; state: string }>`
    select bucket, state from invoicing.advance_usages
    where subscription_id = ${key.subscriptionId} and charge_id = ${key.chargeId} and period_from = ${key.from} and bucket = any(${[...byHash.keys()]}::text[])
  `.execute(transaction);
  return new Map(rows.map((row) => [byHash.get(row.bucket) as string, readState(row.state)]));
}

/** The stored form of buckets at a new checkpoint. */
export const storedStates = (states: Map<string, BucketUsage>): { bucket: string; state: string }[] =>
  [...states].map(([bucket, state]) => ({ bucket: hashOf(bucket), state: writeState(state) }));

/**
 * Moves the checkpoint of a charge.
 * @param states the buckets that changed since the last one
 * @param replacesAll whether the states sum up all events from the first: then it deletes the others
 */
export async function moveCheckpoint(
  transaction: TenantTransaction,
  key: CheckpointKey,
  terms: string,
  { place, digest }: Checkpoint,
  states: { bucket: string; state: string }[],
  replacesAll: boolean,
): Promise<void> {
  const { organizationId, subscriptionId, chargeId, from } = key;
  const ofCharge = sql`subscription_id = ${subscriptionId} and charge_id = ${chargeId}`;
  if (replacesAll)
    await sql`delete from invoicing.advance_checkpoints where ${ofCharge} and period_from = ${from}`.execute(
      transaction,
    );
  await sql`
    insert into invoicing.advance_checkpoints
      (organization_id, subscription_id, charge_id, period_from, terms, event_at, received_at, event_id, events, digest)
    values (${organizationId}, ${subscriptionId}, ${chargeId}, ${from}, ${hashOf(terms)}, ${place.timestamp}, ${place.receivedAt}, ${place.id}, ${digest.events}, ${digest.hash})
    on conflict (subscription_id, charge_id, period_from) do update set
      terms = excluded.terms, event_at = excluded.event_at, received_at = excluded.received_at, event_id = excluded.event_id,
      events = excluded.events, digest = excluded.digest, updated_at = now()
  `.execute(transaction);
  await sql`
    insert into invoicing.advance_usages (organization_id, subscription_id, charge_id, period_from, bucket, state)
    select ${organizationId}::uuid, ${subscriptionId}::uuid, ${chargeId}::uuid, ${from}::bigint, bucket, state
    from json_to_recordset(${JSON.stringify(states)}::json) as listed (bucket text, state text)
    on conflict (subscription_id, charge_id, period_from, bucket) do update set state = excluded.state
  `.execute(transaction);
}

/** Deletes abandoned checkpoints; a later use rebuilds them from the stored events. */
export async function dropOldCheckpoints(transaction: Transaction, limit: number): Promise<void> {
  await sql`
    delete from invoicing.advance_checkpoints where (subscription_id, charge_id, period_from) in (
      select subscription_id, charge_id, period_from from invoicing.advance_checkpoints
      where updated_at < now() - interval '40 days' order by updated_at limit ${limit})
  `.execute(transaction);
}

/** The stored form of a bucket: JSON, decimals as text. */
export function writeState({
  usage: { units, eventsCount, eventsPriceCents, listed, transactions },
  present,
}: BucketUsage): string {
  return JSON.stringify({
    units: units.toFixed(),
    events_count: eventsCount,
    events_price_cents: eventsPriceCents.toFixed(),
    listed: { ...listed, last: listed.last.toFixed() },
    transactions: transactions && {
      ...transactions,
      freeAmount: transactions.freeAmount.toFixed(),
      total: transactions.total.toFixed(),
    },
    present: [...present],
  });
}

interface State {
  units: string;
  events_count: number;
  events_price_cents: string;
  listed: { length: number; last: string; below: number };
  transactions: { freeEvents: number; freeAmount: string; total: string } | null;
  present: (string | null)[];
}

export function readState(text: string): BucketUsage {
  const { units, events_count, events_price_cents, listed, transactions, present } = JSON.parse(text) as State;
  return {
    usage: {
      units: new Decimal(units),
      eventsCount: events_count,
      eventsPriceCents: new Decimal(events_price_cents),
      listed: { ...listed, last: new Decimal(listed.last) },
      transactions: transactions && {
        ...transactions,
        freeAmount: new Decimal(transactions.freeAmount),
        total: new Decimal(transactions.total),
      },
    },
    present: new Set(present),
  };
}
