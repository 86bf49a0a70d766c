import type { Instant } from '@tollgate/platform';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { errorCondition, type KnownCodes } from './error-conditions.js';
import { instantSql, type FaultySelection, receivedSql } from './received-sql.js';

/** Known codes, with the last change of each live metric. */
export interface DatedCodes extends KnownCodes {
  /** Infinite for a code that a renamed metric left behind. */
  changedAt: ReadonlyMap<string, Instant>;
  /** The stored events of a code that were received from then on were judged by the metric of now. */
  judgedFrom: ReadonlyMap<string, Instant>;
}

/** The columns that identify an event of an organization. */
export const eventKey = 'external_subscription_id, code, event.timestamp, transaction_id';

/** A query evaluates this many candidates at most, so that it ends in bounded time. */
export const mostCandidates = 100_000;

/** Clocks of processes differ, and events are enriched by metrics of up to two seconds ago. */
export const marginMs = 60_000;

/** Where candidates are found. */
export interface CandidatesOf {
  database: string;
  organizationId: string;
  metrics: DatedCodes;
  selection: FaultySelection;
  /** Events received until then may be missing from `faulty_events` (Unix milliseconds). */
  missingUntil: Instant;
}

/** A query of candidates. */
export interface Candidates {
  sql: string;
  /** Whether it reads recorded events alone, so that it may be repeated. */
  isLookup: boolean;
}

/**
 * SQL of the keys and receptions of events that may be faulty by the metrics of now. Events received since the last change
 * of their metric are faulty if they were so when they were stored, which `faulty_events` has. It also has earlier ones
 * that were judged by that change; all others are judged one by one.
 */
export function candidatesSql(source: CandidatesOf, parameters: QueryParameters): Candidates {
  const { database, metrics, selection, missingUntil } = source;
  const isJudged = (code: string) => (metrics.judgedFrom.get(code) ?? Infinity) <= selection.from;
  const changes = [...metrics.changedAt].map(([code, at]) => ({
    code,
    until: isJudged(code) ? missingUntil : Math.min(Math.max(at + marginMs, missingUntil), selection.to),
  }));
  const changed = changes.filter(({ until }) => until >= selection.from);
  const isAnyMissing = missingUntil >= selection.from;
  const recorded = recordedSql(source, parameters);
  if (changed.length === 0 && !isAnyMissing) return { sql: recorded, isLookup: true };
  const codes = parameters.add(
    changed.map(({ code }) => code),
    'Array(String)',
  );
  const instants = parameters.add(
    changed.map(({ until }) => until),
    'Array(Int64)',
  );
  const otherwise = parameters.add(missingUntil, 'Int64');
  const until =
    changed.length === 0 ? instantSql(otherwise) : instantSql(`transform(code, ${codes}, ${instants}, ${otherwise})`);
  const sql = `${recorded} and event.received_at > ${until}
    union all
    select ${eventKey}, event.received_at as received_at from ${database}.events as event
    prewhere ${receivedSql(source.organizationId, selection, parameters)} ${isAnyMissing ? '' : `and code in ${codes}`}
    where event.received_at <= ${until} and (${errorCondition(metrics, selection.error, parameters)})
    limit ${mostCandidates}`;
  return { sql, isLookup: false };
}

function recordedSql(
  { database, organizationId, metrics, selection }: CandidatesOf,
  parameters: QueryParameters,
): string {
  const { error } = selection;
  return `select ${eventKey}, event.received_at as received_at from ${database}.faulty_events as event final
    where ${receivedSql(organizationId, selection, parameters)} and notEmpty(errors)
      and not has(${parameters.add(metrics.deletedCodes, 'Array(String)')}, code)
      ${error === undefined ? '' : `and has(errors, ${parameters.add(error, 'String')})`}`;
}
