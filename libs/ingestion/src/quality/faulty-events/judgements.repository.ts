import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { type MetricView, readMetricCodes } from '@tollgate/catalog/reader';
import { type Instant, newId, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';
import type { JudgementsTable } from '../../model/tables/judgements.tables.js';
import type { DatedCodes } from './faulty-candidates.js';

export type Judgement = Selectable<JudgementsTable>;

/** Processes enrich events by metrics of up to two seconds ago, and store them within seconds. */
const delaySeconds = 60;

/** Records that the events of codes are to be judged by their metrics, again if they were or are being judged. */
export async function enqueueJudgements(
  transaction: TenantTransaction,
  codes: string[],
  changedAt: Date,
): Promise<void> {
  const pending = {
    changed_at: changedAt,
    // In milliseconds, as a completion compares it.
    due_at: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${delaySeconds})`,
    received_from: null,
    metric_hash: null,
  };
  await tables(transaction)
    .insertInto('ingestion.judgements')
    .values(codes.map((code) => ({ id: newId(), organization_id: transaction.organizationId, code, ...pending })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'code']).doUpdateSet({ ...pending, done: false }))
    .execute();
}

/** Due judgements of an organization whose events are enriched by the changed metric, the longest due first. */
export async function listDueJudgements(transaction: TenantTransaction, limit: number): Promise<Judgement[]> {
  return tables(transaction)
    .selectFrom('ingestion.judgements as pending')
    .selectAll('pending')
    .where('pending.organization_id', '=', transaction.organizationId)
    .where('pending.done', '=', false)
    .where('pending.due_at', '<=', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ingestion.enrichments as enrichment')
            .whereRef('enrichment.organization_id', '=', 'pending.organization_id')
            .whereRef('enrichment.code', '=', 'pending.code')
            .where('enrichment.done', '=', false)
            .select('enrichment.code'),
        ),
      ),
    )
    .orderBy('pending.due_at')
    .orderBy('pending.code')
    .limit(limit)
    .execute();
}

/** Organizations with due judgements. */
export async function listOrganizationsToJudge(transaction: Transaction, limit: number): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.judgements')
    .select('organization_id')
    .distinct()
    .where('done', '=', false)
    .where('due_at', '<=', sql<Date>`now()`)
    .limit(limit)
    .execute();
  return rows.map(({ organization_id: organizationId }) => organizationId);
}

/** A judgement that was carried out. */
export interface Judged {
  judgement: Judgement;
  metric: MetricView | undefined;
  /** The first reception of judged events; null if the faulty events are not recorded. */
  from: Instant | null;
}

/** Records that judgements are done, except those that are pending again. */
export async function completeJudgements(transaction: TenantTransaction, judged: Judged[]): Promise<void> {
  if (judged.length === 0) return;
  await sql`
    update ingestion.judgements pending
    set done = true, received_from = complete.received_from, metric_hash = complete.metric_hash
    from unnest(
      ${judged.map(({ judgement }) => judgement.code)}::text[],
      ${judged.map(({ judgement }) => judgement.due_at)}::timestamptz[],
      ${judged.map(({ from }) => (from === null ? null : new Date(from)))}::timestamptz[],
      ${judged.map(({ metric }) => metricHash(metric))}::text[]
    ) as complete (code, due_at, received_from, metric_hash)
    where pending.organization_id = ${transaction.organizationId}
      and pending.code = complete.code and pending.due_at = complete.due_at
  `.execute(transaction);
}

/** Identifies what an event is judged by. An organization whose clock stands may change a metric twice at one instant. */
const metricHash = (metric: MetricView | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(metric ? [metric.aggregationType, metric.fieldName, metric.filters] : []))
    .digest('base64');

/**
 * An organization's metrics, with the last change of each and what was judged by it. A renamed metric leaves its code
 * behind: the events of that code are faulty from then on, and no row states the instant.
 */
export async function readDatedCodes(transaction: TenantTransaction): Promise<DatedCodes> {
  const metrics = await readMetricCodes(transaction);
  const live = new Map(metrics.live.map((metric) => [metric.code, metric]));
  const changedAt = new Map<string, Instant>(metrics.changedAt);
  const deleted = new Set(metrics.deletedCodes);
  for (const code of await readKnownCodes(transaction))
    if (!live.has(code) && !deleted.has(code)) changedAt.set(code, Infinity);
  const judgedFrom = new Map<string, Instant>();
  for (const { code, changed_at, received_from: from, metric_hash: hash } of await readJudged(transaction)) {
    const at = changedAt.get(code);
    const isCurrent = at === Infinity || at === changed_at.getTime();
    if (from && isCurrent && hash === metricHash(live.get(code))) judgedFrom.set(code, from.getTime());
  }
  return { ...metrics, changedAt, judgedFrom };
}

/** Every code that a metric had when its message came. */
export async function readKnownCodes(transaction: TenantTransaction): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.enrichments')
    .select('code')
    .where('organization_id', '=', transaction.organizationId)
    .execute();
  return rows.map(({ code }) => code);
}

async function readJudged(transaction: TenantTransaction) {
  return tables(transaction)
    .selectFrom('ingestion.judgements')
    .select(['code', 'changed_at', 'received_from', 'metric_hash'])
    .where('organization_id', '=', transaction.organizationId)
    .where('received_from', 'is not', null)
    .execute();
}

/** Those of some codes that were never judged without a metric. */
export async function unjudgedWithoutMetric(transaction: TenantTransaction, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await tables(transaction)
    .selectFrom('ingestion.judgements')
    .select('code')
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', sql<string>`any(${codes})`)
    .where((where) => where.or([where('done', '=', false), where('metric_hash', '=', metricHash(undefined))]))
    .execute();
  const others = new Set(rows.map(({ code }) => code));
  return codes.filter((code) => !others.has(code));
}
