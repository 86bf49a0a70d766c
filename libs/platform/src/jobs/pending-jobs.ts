import { sql } from 'kysely';
import type { JobName } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '../database/transaction.js';

/** A job of an organization that is queued, or was queued before its queue lost it. */
export interface PendingJob {
  organizationId: string;
  job: JobName;
  /** Unique per job name: queueing the same id again is the same job. */
  id: string;
  payload: object;
  /** How often the reconciler has queued it again. */
  restored: number;
}

type JobKey = Pick<PendingJob, 'organizationId' | 'job' | 'id'>;

/** Records a pending job, to recover it when the queue loses it. */
export async function recordPending(
  transaction: TenantTransaction,
  { organizationId, job, id, payload }: Omit<PendingJob, 'restored'>,
  delayMs: number,
): Promise<void> {
  await sql`
    insert into platform.pending_jobs (organization_id, job, id, payload, asked_at, looked_at_after)
    values (${organizationId}, ${job}, ${id}, ${JSON.stringify(payload)}::json, ${new Date()}, now() + make_interval(secs => ${delayMs / 1000 + quietSeconds}))
    on conflict (organization_id, job, id) do update set asked_at = excluded.asked_at
  `.execute(transaction);
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
    ),
    marked as (
      -- A process of release 0.1.0 that still works marks the jobs that it queues, whoever does them.
      delete from platform.in_flight where organization_id = ${organizationId} and id = ${`${job}-${id}`}
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

/** Time before the reconciler checks whether a job's queue still has it. */
const quietSeconds = 30;

/** Takes jobs that were not checked for a while, and reserves them for the same time. */
export async function takeUnseen(transaction: Transaction, jobs: JobName[], limit: number): Promise<PendingJob[]> {
  const { rows } = await sql<PendingJob>`
    update platform.pending_jobs pending set looked_at_after = now() + make_interval(secs => ${quietSeconds})
    from (
      select organization_id, job, id from platform.pending_jobs
      where looked_at_after <= now() and job = any(${jobs}::text[])
      order by looked_at_after limit ${limit} for update skip locked
    ) taken
    where pending.organization_id = taken.organization_id and pending.job = taken.job and pending.id = taken.id
    returning pending.organization_id as "organizationId", pending.job, pending.id, pending.payload, pending.restored
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
