import { sql, type Selectable } from 'kysely';
import {
  erasurePlaces,
  type ErasingService,
  type ErasurePlace,
  type ErasureSubject,
  type RetainedReason,
} from '@tollgate/contracts';
import { tablesOf, type TenantTransaction, type Transaction } from '../database/transaction.js';

/** The names of a subject in all places. They are personal data themselves, and go with the last place. */
export interface ErasureFacts {
  /** The external id that the organization gave, or the address of a member, before it was erased. */
  identifier: string;
  /** Unix ms by the wall clock: rows of this time that name the identifier are about this subject, not about a later one. */
  since: number;
  until: number;
  /** When the erasure was requested, Unix ms. */
  requested_at: number;
}

/** An erasure, as the services see it that work on it. */
export interface RunningErasure {
  id: string;
  organizationId: string;
  /** The customer, or the membership. */
  subjectId: string;
  facts: ErasureFacts;
  personalProperties: string[];
}

/** A place that a service still has to work on. */
export interface OpenPlace {
  erasure: RunningErasure;
  place: ErasurePlace;
  reached: string | null;
}

interface ErasuresTable {
  id: string;
  organization_id: string;
  subject_type: ErasureSubject;
  subject_id: string;
  subject_digest: string;
  facts: ErasureFacts | null;
  personal_properties: string[];
  requested_by: { api_key_id: string | null; user_id: string | null };
  created_at: Date;
  completed_at: Date | null;
}

interface ErasurePlacesTable {
  erasure_id: string;
  organization_id: string;
  place: ErasurePlace;
  service: ErasingService;
  stage: number;
  rows: bigint;
  retained: bigint;
  retained_reason: RetainedReason | null;
  reached: string | null;
  completed_at: Date | null;
}

/** The tables of erasures, for the service that shows them. */
export interface ErasureTables {
  'platform.erasures': ErasuresTable;
  'platform.erasure_places': ErasurePlacesTable;
}

export type ErasureRow = Selectable<ErasuresTable>;
export type ErasurePlaceRow = Selectable<ErasurePlacesTable>;

/** The outcome of one step in a place. */
export interface ErasedStep {
  /** Rows that it blanked or deleted. */
  rows: number;
  retained?: number;
  reason?: RetainedReason;
  /** Where the next step continues; absent: the place is done. */
  next?: string;
}

/** Writes an erasure with all of its places, unless the subject has one. */
export async function insertErasure(
  transaction: TenantTransaction,
  row: Omit<ErasuresTable, 'organization_id' | 'created_at' | 'completed_at'>,
): Promise<void> {
  const places = Object.entries(erasurePlaces)
    .filter(([, { of }]) => of === row.subject_type)
    .map(([place, { service, stage }]) => ({ place, service, stage }));
  await sql`
    with erasure as (
      insert into platform.erasures
        (id, organization_id, subject_type, subject_id, subject_digest, facts, personal_properties, requested_by)
      values (${row.id}, ${transaction.organizationId}, ${row.subject_type}, ${row.subject_id}, ${row.subject_digest},
        ${JSON.stringify(row.facts)}::jsonb, ${row.personal_properties}::text[], ${JSON.stringify(row.requested_by)}::jsonb)
      on conflict (organization_id, subject_id) do nothing
      returning id, organization_id
    )
    insert into platform.erasure_places (erasure_id, organization_id, place, service, stage)
    select erasure.id, erasure.organization_id, listed.place, listed.service, listed.stage
    from erasure, json_to_recordset(${JSON.stringify(places)}::json) as listed (place text, service text, stage smallint)
  `.execute(transaction);
}

/** Places of a service whose stage has come, of all organizations. */
export async function openPlaces(
  transaction: Transaction,
  service: ErasingService,
  limit: number,
): Promise<OpenPlace[]> {
  const { rows } = await sql<{
    id: string;
    organization_id: string;
    subject_id: string;
    facts: ErasureFacts;
    personal_properties: string[];
    place: ErasurePlace;
    reached: string | null;
  }>`
    select erasure.id, erasure.organization_id, erasure.subject_id, erasure.facts, erasure.personal_properties,
      place.place, place.reached
    from platform.erasure_places place join platform.erasures erasure on erasure.id = place.erasure_id
    where place.service = ${service} and place.completed_at is null and erasure.facts is not null
      and not exists (
        select from platform.erasure_places earlier
        where earlier.erasure_id = place.erasure_id and earlier.stage < place.stage and earlier.completed_at is null)
    order by place.erasure_id, place.stage, place.place limit ${limit}
  `.execute(transaction);
  return rows.map((row) => ({
    erasure: {
      id: row.id,
      organizationId: row.organization_id,
      subjectId: row.subject_id,
      facts: row.facts,
      personalProperties: row.personal_properties,
    },
    place: row.place,
    reached: row.reached,
  }));
}

/** Whether a service has places of recent erasures whose stage may come soon. */
export async function hasRecentPlaces(transaction: Transaction, service: ErasingService): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`
    select exists (
      select from platform.erasure_places place join platform.erasures erasure on erasure.id = place.erasure_id
      where place.service = ${service} and place.completed_at is null and erasure.created_at > now() - interval '5 minutes'
    ) as is_any
  `.execute(transaction);
  return rows[0]?.is_any ?? false;
}

/** Takes a place for one step, until the transaction ends. @returns undefined while another process works on it */
export async function lockPlace(transaction: TenantTransaction, { erasure, place }: OpenPlace) {
  return tablesOf<ErasureTables>(transaction)
    .selectFrom('platform.erasure_places')
    .selectAll()
    .where('erasure_id', '=', erasure.id)
    .where('place', '=', place)
    .where('completed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Records a step. */
export async function recordStep(
  transaction: TenantTransaction,
  { erasure, place }: OpenPlace,
  step: ErasedStep,
): Promise<void> {
  await tablesOf<ErasureTables>(transaction)
    .updateTable('platform.erasure_places')
    .set({
      rows: sql<bigint>`rows + ${step.rows}`,
      retained: sql<bigint>`retained + ${step.retained ?? 0}`,
      ...(step.reason === undefined || !step.retained ? {} : { retained_reason: step.reason }),
      ...(step.next === undefined ? { completed_at: sql<Date>`now()` } : { reached: step.next }),
    })
    .where('erasure_id', '=', erasure.id)
    .where('place', '=', place)
    .execute();
}

/** Erasures of all organizations whose places are all done, and that are not completed yet. */
export async function erasuresToComplete(transaction: Transaction, limit: number) {
  return tablesOf<ErasureTables>(transaction)
    .selectFrom('platform.erasures')
    .selectAll()
    .where('completed_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('platform.erasure_places as place')
            .select('place.place')
            .whereRef('place.erasure_id', '=', 'platform.erasures.id')
            .where('place.completed_at', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ends an erasure: what found its rows goes, the proof stays. @returns whether it had not ended before */
export async function completeErasure(transaction: TenantTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tablesOf<ErasureTables>(transaction)
    .updateTable('platform.erasures')
    .set({ completed_at: sql<Date>`now()`, facts: null })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const erasures = (transaction: TenantTransaction) =>
  tablesOf<ErasureTables>(transaction)
    .selectFrom('platform.erasures')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function findErasure(transaction: TenantTransaction, id: string): Promise<ErasureRow | undefined> {
  return erasures(transaction).where('id', '=', id).executeTakeFirst();
}

/** The erasure of a customer or a membership. */
export async function erasureOf(transaction: TenantTransaction, subjectId: string): Promise<ErasureRow | undefined> {
  return erasures(transaction).where('subject_id', '=', subjectId).executeTakeFirst();
}

/** The last erasure of a subject that had an identifier. @param digest as `digestOf` makes it */
export async function erasureByDigest(transaction: TenantTransaction, digest: string): Promise<ErasureRow | undefined> {
  return erasures(transaction).where('subject_digest', '=', digest).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The places of erasures. */
export async function erasurePlacesOf(transaction: TenantTransaction, ids: string[]): Promise<ErasurePlaceRow[]> {
  if (ids.length === 0) return [];
  return tablesOf<ErasureTables>(transaction)
    .selectFrom('platform.erasure_places')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`erasure_id = any(${ids}::uuid[])`)
    .execute();
}
