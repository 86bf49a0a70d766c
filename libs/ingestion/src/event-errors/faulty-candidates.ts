import type { EventErrorType } from '@tollgate/contracts';
import type { Instant } from '@tollgate/platform';
import type { QueryParameters } from '../usage-queries/parts-sql.js';
import { errorCondition, type KnownCodes } from './error-conditions.js';

/** Known codes, with the instant of the last change of each live metric, by its code. */
export interface DatedCodes extends KnownCodes {
  changedAt: ReadonlyMap<string, Instant>;
}

/** Selects faulty events; instants of reception in Unix milliseconds, both inclusive. */
export interface FaultySelection {
  from: Instant;
  to: Instant;
  error?: EventErrorType | undefined;
  code?: string | undefined;
  externalSubscriptionId?: string | undefined;
  transactionId?: string | undefined;
}

/** The columns that identify an event of an organization. */
export const eventKey = 'external_subscription_id, code, event.timestamp, transaction_id';

/** A query evaluates this many candidates at most, so that it ends in bounded time. */
export const mostCandidates = 100_000;

/** Clocks of processes differ, and events are enriched by metrics of up to two seconds ago. */
const marginMs = 60_000;

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
 * of their metric are faulty if they were so when they were stored, which `faulty_events` has. Earlier ones are judged one
 * by one.
 */
export function candidatesSql(source: CandidatesOf, parameters: QueryParameters): Candidates {
  const { database, metrics, selection, missingUntil } = source;
  const changes = [...metrics.changedAt].map(([code, at]) => ({ code, until: Math.max(at + marginMs, missingUntil) }));
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
  const until = changed.length === 0 ? at(otherwise) : at(`transform(code, ${codes}, ${instants}, ${otherwise})`);
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
    where ${receivedSql(organizationId, selection, parameters)}
      and not has(${parameters.add(metrics.deletedCodes, 'Array(String)')}, code)
      ${error === undefined ? '' : `and has(errors, ${parameters.add(error, 'String')})`}`;
}

const at = (milliseconds: string): string => `fromUnixTimestamp64Milli(${milliseconds}, 'UTC')`;

/** The SQL condition of a selection without its errors, on the table `event`. */
export function receivedSql(
  organizationId: string,
  { from, to, code, externalSubscriptionId, transactionId }: FaultySelection,
  parameters: QueryParameters,
): string {
  const conditions = [
    `organization_id = ${parameters.add(organizationId, 'UUID')}`,
    `event.received_at >= ${at(parameters.add(from, 'Int64'))}`,
    `event.received_at <= ${at(parameters.add(to, 'Int64'))}`,
  ];
  const equal = [
    ['code', code],
    ['external_subscription_id', externalSubscriptionId],
    ['transaction_id', transactionId],
  ] as const;
  for (const [column, value] of equal)
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value, 'String')}`);
  return conditions.join(' and ');
}
