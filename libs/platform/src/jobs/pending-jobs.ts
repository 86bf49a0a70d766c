import { sql } from 'kysely';
import type { JobName } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '../database/transaction.js';

/** A job of an organization that waits, is queued, or was queued before its queue lost it. */
export interface PendingJob {
  organizationId: string;
  job: JobName;
  /** Unique per job name: queueing the same id again is the same job. */
  id: string;
  payload: object;
  /** How often the reconciler has queued it again. */
  restored: number;
  /** Failed attempts before its last wait. */
  attempts: number;
}

/** Identifies a pending job. */
export type JobKey = Pick<PendingJob, 'organizationId' | 'job' | 'id'>;

/** A job to record. */
export interface NewPendingJob extends Pick<PendingJob, 'id' | 'payload'> {
  /** Delay before it may run, in milliseconds. */
  delayMs: number;
  blocksTestClock: boolean;
}

/** An organization's place in a queue. */
export type JobPlace = Pick<PendingJob, 'organizationId' | 'job'>;

/** Where a job stands: it waits for a place, is in its queue, or has begun at least once. */
export type JobStage = 'waiting' | 'queued' | 'begun';

/** Time before the reconciler checks whether a job's queue still has it. */
const quietSeconds = 30;

/**
 * Records pending jobs of an organization for one queue, to recover them when the queue loses them. The first one takes
 * the place of its organization if it is free, and the others wait. A delayed one keeps no other waiting.
 * @returns the stage of each id, which stays the same when it was recorded before
 */
export async function recordPending(
  transaction: TenantTransaction,
  { organizationId, job }: JobPlace,
  pending: NewPendingJob[],
): Promise<Map<string, JobStage>> {
  const distinct = [...new Map(pending.map((one) => [one.id, one])).values()];
  const { rows } = await sql<{ id: string; stage: JobStage }>`
    insert into platform.pending_jobs as known
      (organization_id, job, id, payload, asked_at, looked_at_after, blocks_test_clock, stage)
    select ${organizationId}::uuid, ${job}, id, payload::json, ${new Date()},
           now() + make_interval(secs => delay_ms / 1000 + ${quietSeconds}), blocks,
           case when delay_ms > 0 then 'begun'
                when exists (${queuedOf(organizationId, job)})
                  or row_number() over (partition by delay_ms > 0 order by place) > 1 then 'waiting'
                else 'queued' end
    from unnest(
      ${distinct.map(({ id }) => id)}::text[], ${distinct.map(({ payload }) => JSON.stringify(payload))}::text[],
      ${distinct.map(({ delayMs }) => delayMs)}::float8[], ${distinct.map(({ blocksTestClock }) => blocksTestClock)}::boolean[]
    ) with ordinality as given (id, payload, delay_ms, blocks, place)
    order by place
    on conflict (organization_id, job, id) do update
      set asked_at = excluded.asked_at, blocks_test_clock = known.blocks_test_clock or excluded.blocks_test_clock
    returning id, stage
  `.execute(transaction);
  return new Map(rows.map(({ id, stage }) => [id, stage]));
}

const queuedOf = (organizationId: string, job: JobName, but = '') => sql`
  select from platform.pending_jobs
  where organization_id = ${organizationId} and job = ${job} and stage = 'queued' and id <> ${but}`;

/**
 * Gives an organization's place in a queue to its oldest waiting job, unless it is taken. Concurrent calls find the same
 * job, and one of them gets it.
 * @param begun the job that begins now: it is in the queue no more
 * @returns the job to queue, once the transaction is committed
 */
export async function takePlace(
  transaction: TenantTransaction,
  { organizationId, job }: JobPlace,
  begun = '',
): Promise<PendingJob | undefined> {
  const { rows } = await sql<PendingJob>`
    with begun as (
      update platform.pending_jobs set stage = 'begun'
      where organization_id = ${organizationId} and job = ${job} and id = ${begun} and stage = 'queued'
    )
    update platform.pending_jobs known
    set stage = 'queued', looked_at_after = now() + make_interval(secs => ${quietSeconds})
    where organization_id = ${organizationId} and job = ${job} and stage = 'waiting'
      and not exists (${queuedOf(organizationId, job, begun)})
      and id = (
        select id from platform.pending_jobs
        where organization_id = ${organizationId} and job = ${job} and stage = 'waiting' order by waits_since limit 1)
    returning known.organization_id as "organizationId", known.job, known.id, payload, restored, attempts
  `.execute(transaction);
  return rows[0];
}

/** Makes a job wait for a place again. @param attempts its failed attempts since its last wait */
export async function waitAgain(
  transaction: TenantTransaction,
  { organizationId, job, id }: JobKey,
  attempts: number,
): Promise<void> {
  await sql`
    update platform.pending_jobs
    set stage = 'waiting', waits_since = clock_timestamp(), attempts = attempts + ${attempts}
    where organization_id = ${organizationId} and job = ${job} and id = ${id}
  `.execute(transaction);
}

/** Organizations whose jobs wait though none of them is in the queue: a process died before it gave the place away. */
export async function freePlaces(transaction: Transaction, jobs: JobName[], limit: number): Promise<JobPlace[]> {
  const { rows } = await sql<JobPlace>`
    select distinct organization_id as "organizationId", job from platform.pending_jobs waiting
    where stage = 'waiting' and job = any(${jobs}::text[]) and not exists (
      select from platform.pending_jobs queued
      where queued.organization_id = waiting.organization_id and queued.job = waiting.job and queued.stage = 'queued')
    limit ${limit}
  `.execute(transaction);
  return rows;
}

/**
 * Records that a job is done. When the job was requested again after it began, it stays pending and is soon queued
 * again.
 * @param begunAt Unix milliseconds
 */
export async function clearPending(
  transaction: TenantTransaction,
  { organizationId, job, id }: JobKey,
  begunAt: number,
): Promise<void> {
  await sql`
    with done as (
      delete from platform.pending_jobs
      where organization_id = ${organizationId} and job = ${job} and id = ${id} and asked_at <= ${new Date(begunAt)}
      returning id
    )
    update platform.pending_jobs set looked_at_after = now()
    where organization_id = ${organizationId} and job = ${job} and id = ${id} and not exists (select from done)
  `.execute(transaction);
}

/** Deletes the record of a failed job. */
export async function deletePendingMarks(
  transaction: TenantTransaction,
  { organizationId, job, id }: JobKey,
): Promise<void> {
  await sql`
    delete from platform.pending_jobs where organization_id = ${organizationId} and job = ${job} and id = ${id}
  `.execute(transaction);
}

/** Takes jobs that were not checked for a while, and reserves them for the same time. */
export async function takeUnseen(transaction: Transaction, jobs: JobName[], limit: number): Promise<PendingJob[]> {
  const { rows } = await sql<PendingJob>`
    update platform.pending_jobs pending set looked_at_after = now() + make_interval(secs => ${quietSeconds})
    from (
      select organization_id, job, id from platform.pending_jobs
      where looked_at_after <= now() and job = any(${jobs}::text[]) and stage <> 'waiting'
      order by looked_at_after limit ${limit} for update skip locked
    ) taken
    where pending.organization_id = taken.organization_id and pending.job = taken.job and pending.id = taken.id
    returning pending.organization_id as "organizationId", pending.job, pending.id, pending.payload, pending.restored,
              pending.attempts
  `.execute(transaction);
  return rows;
}

/** Counts that a job was queued again. @param restored the new count */
export async function recordRestored(
  transaction: TenantTransaction,
  { organizationId, job, id }: PendingJob,
  restored: number,
): Promise<void> {
  await sql`
    update platform.pending_jobs set restored = ${restored}
    where organization_id = ${organizationId} and job = ${job} and id = ${id}
  `.execute(transaction);
}

/** The number of waiting and running jobs by name, and the age of the oldest. */
export async function countPending(
  transaction: Transaction,
  jobs: JobName[],
): Promise<{ job: JobName; waiting: number; oldest_seconds: number }[]> {
  const { rows } = await sql<{ job: JobName; waiting: number; oldest_seconds: number }>`
    select job, count(*)::int as waiting, extract(epoch from now() - min(since))::float8 as oldest_seconds
    from platform.pending_jobs where job = any(${jobs}::text[]) group by job
  `.execute(transaction);
  return rows;
}
