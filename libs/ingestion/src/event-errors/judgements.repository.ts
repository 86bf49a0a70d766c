import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { type MetricView, readMetricCodes } from '@tollgate/catalog/reader';
import { type Instant, newId, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../tables/ingestion.tables.js';
import type { JudgementsTable } from '../tables/judgements.tables.js';
import type { DatedCodes } from './faulty-candidates.js';

export type Judgement = Selectable<JudgementsTable>;

/** Processes enrich events by metrics of up to two seconds ago, and store them within seconds. */
const delaySeconds = 60;

/** Records that the events of a code are to be judged by its metric, again if they were or are being judged. */
export async function oweJudgement(transaction: TenantTransaction, code: string, changedAt: Date): Promise<void> {
  const owed = {
    changed_at: changedAt,
    // In milliseconds, as a completion compares it.
    due_at: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${delaySeconds})`,
    received_from: null,
    metric_hash: null,
  };
  await tables(transaction)
    .insertInto('ingestion.judgements')
    .values({ id: newId(), organization_id: transaction.organizationId, code, ...owed })
    .onConflict((conflict) => conflict.columns(['organization_id', 'code']).doUpdateSet({ ...owed, done: false }))
    .execute();
}

export async function findDueJudgement(transaction: TenantTransaction, code: string): Promise<Judgement | undefined> {
  return tables(transaction)
    .selectFrom('ingestion.judgements')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', code)
    .where('done', '=', false)
    .where('due_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Due judgements of all organizations, the longest due first. */
export async function listDueJudgements(
  transaction: Transaction,
  limit: number,
): Promise<Pick<Judgement, 'id' | 'organization_id' | 'code'>[]> {
  return tables(transaction)
    .selectFrom('ingestion.judgements')
    .select(['id', 'organization_id', 'code'])
    .where('done', '=', false)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/**
 * Records that a judgement is done, unless it is owed again.
 * @param judged null if the faulty events are not recorded
 */
export async function completeJudgement(
  transaction: TenantTransaction,
  { code, due_at: dueAt }: Judgement,
  judged: { from: Instant; metric: MetricView } | null,
): Promise<void> {
  await tables(transaction)
    .updateTable('ingestion.judgements')
    .set({
      done: true,
      received_from: judged && new Date(judged.from),
      metric_hash: judged && metricHash(judged.metric),
    })
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', code)
    .where('due_at', '=', dueAt)
    .execute();
}

/** Identifies what an event is judged by. An organization whose clock stands may change a metric twice at one instant. */
const metricHash = ({ aggregationType, fieldName, filters }: MetricView): string =>
  createHash('sha256')
    .update(JSON.stringify([aggregationType, fieldName, filters]))
    .digest('base64');

/** An organization's metrics, with the last change of each and what was judged by it. */
export async function readDatedCodes(transaction: TenantTransaction): Promise<DatedCodes> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.judgements')
    .select(['code', 'changed_at', 'received_from', 'metric_hash'])
    .where('organization_id', '=', transaction.organizationId)
    .where('received_from', 'is not', null)
    .execute();
  const metrics = await readMetricCodes(transaction);
  const live = new Map(metrics.live.map((metric) => [metric.code, metric]));
  const judgedFrom = new Map<string, Instant>();
  for (const { code, changed_at: changedAt, received_from: from, metric_hash: hash } of rows) {
    const metric = live.get(code);
    const isCurrent = changedAt.getTime() === metrics.changedAt.get(code);
    if (metric && from && isCurrent && hash === metricHash(metric)) judgedFrom.set(code, from.getTime());
  }
  return { ...metrics, judgedFrom };
}
