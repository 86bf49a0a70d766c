import { sql, type Selectable } from 'kysely';
import type { BulkActOutcome, BulkActResultFilters, PerformedAct, SelectedRecord } from '@tollgate/contracts';
import { insertRows, newId, paginate, type TenantTransaction } from '@tollgate/platform';
import { tables, type BulkActRecordsTable } from '../identity.tables.js';

export type BulkActRecordRow = Selectable<BulkActRecordsTable>;

const recordsOf = (transaction: TenantTransaction, actId: string) =>
  tables(transaction)
    .selectFrom('identity.bulk_act_records')
    .where('organization_id', '=', transaction.organizationId)
    .where('bulk_act_id', '=', actId);

/** Stores the records of an act; their identifiers have the order of the selection. */
export async function insertRecords(
  transaction: TenantTransaction,
  actId: string,
  records: readonly SelectedRecord[],
): Promise<void> {
  const { organizationId } = transaction;
  const rows = records.map(({ id, customer_id, name }) => ({
    id: newId(),
    organization_id: organizationId,
    bulk_act_id: actId,
    record_id: id,
    customer_id,
    name,
    outcome: 'waiting',
    tries: 0,
  }));
  await insertRows(transaction, 'identity.bulk_act_records', rows);
}

/** Reads one page of the records of an act, in the order of the selection. */
export async function listRecords(
  transaction: TenantTransaction,
  actId: string,
  { outcome, ...page }: BulkActResultFilters,
) {
  const query = recordsOf(transaction, actId).selectAll().orderBy('id');
  return paginate(outcome === undefined ? query : query.where('outcome', '=', outcome), page);
}

/** The next records of an act, first those that were never tried. @param now by the wall clock */
export async function nextRecords(
  transaction: TenantTransaction,
  actId: string,
  limit: number,
  now: Date,
): Promise<BulkActRecordRow[]> {
  return recordsOf(transaction, actId)
    .selectAll()
    .where('outcome', '=', 'waiting')
    .where(({ or, eb }) => or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When the next record that waits for another try is due; null if none waits. */
export async function nextTryAt(transaction: TenantTransaction, actId: string): Promise<Date | null> {
  const row = await recordsOf(transaction, actId)
    .select(({ fn }) => fn.min('next_try_at').as('at'))
    .where('outcome', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return row.at ?? null;
}

/** The outcome of a record, to store. */
export type RecordOutcome = Pick<PerformedAct, 'id' | 'error_code' | 'error_details'> & {
  outcome: Extract<BulkActOutcome, 'done' | 'skipped' | 'refused'>;
};

/**
 * Stores what became of records, and counts it at the act, in one statement. A record that has an outcome keeps it: two
 * processes may report the same.
 */
export async function storeOutcomes(
  transaction: TenantTransaction,
  actId: string,
  outcomes: readonly RecordOutcome[],
  at: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  const texts = outcomes.map(({ error_details: details }) => (details === null ? null : JSON.stringify(details)));
  const counted = (outcome: string) => sql`(select count(*)::int from changed where outcome = ${outcome})`;
  const were = (outcome: string) => sql`(select count(*)::int from changed where was = ${outcome})`;
  await sql`
    with given as (
      select * from unnest(
        ${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ outcome }) => outcome)}::text[],
        ${outcomes.map(({ error_code: code }) => code)}::text[], ${texts}::text[]
      ) as listed (record_id, outcome, code, details)
    ), changed as (
      update identity.bulk_act_records record
      set outcome = given.outcome, error_code = given.code, error_details = given.details::jsonb, ended_at = ${at}
      from given join identity.bulk_act_records before
        on before.bulk_act_id = ${actId} and before.record_id = given.record_id
      where record.id = before.id and record.organization_id = ${transaction.organizationId}
        and record.outcome in ('waiting', 'left')
      returning given.outcome, before.outcome as was
    )
    update identity.bulk_acts set
      records_waiting = records_waiting - ${were('waiting')},
      records_left = records_left - ${were('left')},
      records_done = records_done + ${counted('done')},
      records_skipped = records_skipped + ${counted('skipped')},
      records_refused = records_refused + ${counted('refused')},
      touched_at = now()
    where id = ${actId} and organization_id = ${transaction.organizationId}
  `.execute(transaction);
}

/** Counts a try of records that failed for a reason that may pass, and when the next one is, in ms after `now`. */
export async function postponeRecords(
  transaction: TenantTransaction,
  actId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update identity.bulk_act_records
    set tries = tries + 1, next_try_at = ${now}::timestamptz + make_interval(secs => power(2, tries))
    where bulk_act_id = ${actId} and organization_id = ${transaction.organizationId}
      and record_id = any(${ids}::uuid[]) and outcome = 'waiting'
  `.execute(transaction);
}

/** Moves the records of one outcome to another. @returns their number */
export async function moveRecords(
  transaction: TenantTransaction,
  actId: string,
  from: BulkActOutcome,
  to: 'waiting' | 'left',
): Promise<number> {
  const { numAffectedRows } = await sql`
    update identity.bulk_act_records
    set outcome = ${to}, tries = 0, next_try_at = null, error_code = null, error_details = null, ended_at = null
    where bulk_act_id = ${actId} and organization_id = ${transaction.organizationId} and outcome = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
