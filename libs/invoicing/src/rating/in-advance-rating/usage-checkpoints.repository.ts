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

/**
 * Reads the checkpoints of charges; one with other terms does not count.
 * @returns one for each of the charges, in their order
 */
export async function findCheckpoints(
  transaction: TenantTransaction,
  charges: readonly { key: CheckpointKey; terms: string }[],
): Promise<(Checkpoint | null)[]> {
  const { rows } = await sql<{
    number: number;
    event_at: bigint;
    received_at: bigint;
    event_id: string;
    events: bigint;
    digest: string;
  }>`
    select number, event_at, received_at, event_id, events, digest
    from json_to_recordset(${JSON.stringify(
      charges.map(({ key, terms }, number) => ({ ...requestedOf(key, number), terms: hashOf(terms) })),
    )}::json) as requested (number int, subscription_id uuid, charge_id uuid, period_from bigint, terms text)
    join invoicing.advance_checkpoints using (subscription_id, charge_id, period_from, terms)
  `.execute(transaction);
  const found = charges.map((): Checkpoint | null => null);
  for (const row of rows)
    found[row.number] = {
      place: { timestamp: Number(row.event_at), receivedAt: Number(row.received_at), id: row.event_id },
      digest: { events: Number(row.events), hash: row.digest },
    };
  return found;
}

const requestedOf = ({ subscriptionId, chargeId, from }: CheckpointKey, number: number) => ({
  number,
  subscription_id: subscriptionId,
  charge_id: chargeId,
  period_from: from,
});

/**
 * Reads the states of buckets at the checkpoints of charges, by their keys; skips buckets without events.
 * @returns one for each of the charges, in their order
 */
export async function bucketUsages(
  transaction: TenantTransaction,
  charges: readonly { key: CheckpointKey; bucketKeys: readonly string[] }[],
): Promise<Map<string, BucketUsage>[]> {
  const byHash = new Map(charges.flatMap(({ bucketKeys }) => bucketKeys).map((bucket) => [hashOf(bucket), bucket]));
  const requested = charges.flatMap(({ key, bucketKeys }, number) =>
    bucketKeys.map((bucket) => ({ ...requestedOf(key, number), bucket: hashOf(bucket) })),
  );
  const { rows } = await sql<{ number: number; bucket: string; state: string }>`
    select number, bucket, state
    from json_to_recordset(${JSON.stringify(requested)}::json)
      as requested (number int, subscription_id uuid, charge_id uuid, period_from bigint, bucket text)
    join invoicing.advance_usages using (subscription_id, charge_id, period_from, bucket)
  `.execute(transaction);
  const found = charges.map(() => new Map<string, BucketUsage>());
  for (const { number, bucket, state } of rows) found[number]?.set(byHash.get(bucket) as string, readState(state));
  return found;
}

/** The stored form of buckets at a new checkpoint. */
export const storedStates = (states: Map<string, BucketUsage>): { bucket: string; state: string }[] =>
  [...states].map(([bucket, state]) => ({ bucket: hashOf(bucket), state: writeState(state) }));

/**
 * Moves the checkpoint of a charge.
 * @param next `states` are the buckets that changed since the last one; if it replaces all, the others are deleted
 */
export async function moveCheckpoint(
  transaction: TenantTransaction,
  key: CheckpointKey,
  terms: string,
  next: { checkpoint: Checkpoint; states: { bucket: string; state: string }[]; replacesAll: boolean },
): Promise<void> {
  const { checkpoint, states, replacesAll } = next;
  const { place, digest } = checkpoint;
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
