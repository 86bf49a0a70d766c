import { groupBy } from '@tollgate/platform';
import { readsNumber } from '../enrichment/event-errors.rules.js';
import { statementsOf } from './aggregations/statements.js';
import { eventsCondition, isGrouped, subjectsOf } from './parts-sql.js';
import type { QueryParameters } from './query-parameters.js';
import { totalsOf } from './totals-sql.js';
import type { Expressions, TotalsQuery, TotalsRow } from './totals-query.js';
import type { AggregationRequest, UsageScope } from './usage-request.js';

/** A request with its position among all, and its scope. */
export interface PositionedRequest {
  request: AggregationRequest;
  position: number;
  scope: UsageScope;
}

/** Queries that form one union, with a mapping of its rows to requests. */
export interface JointTotals {
  queries: TotalsQuery[];
  rowsOf<Row extends TotalsRow>(rows: Row[]): Row[];
}

/** Positions from here on belong to joint rows, which represent a code each. */
const firstJoint = 1_000_000;

/**
 * The totals of requests from events. Requests that need no single values share one query with a row per code; every
 * other request has its own query. Analysing a query costs more than reading thousands of events.
 */
export function jointTotals(events: string, requests: PositionedRequest[], parameters: QueryParameters): JointTotals {
  const single = requests.filter(({ request }) => !isJoint(request));
  const queries = single.map(({ scope, request, position }) => totalsOf(events, scope, request, position, parameters));
  const standFor: PositionedRequest[][] = [];
  // This alone determines which requests start at the same time.
  const sameTime = groupBy(
    requests.filter(({ request }) => isJoint(request)),
    ({ request }) => String(request.metric.recurring),
  );
  for (const together of sameTime.values()) {
    const byCode = [...groupBy(together, ({ request }) => request.metric.code).values()];
    queries.push(jointQuery(events, byCode, firstJoint + standFor.length, parameters));
    standFor.push(...byCode);
  }
  return {
    queries,
    rowsOf: (rows) =>
      rows.flatMap((row) =>
        row.request < firstJoint
          ? [row]
          : (standFor[row.request - firstJoint] ?? []).flatMap((one) => rowFor(one, row)),
      ),
  };
}

/** A request without filters, groups and prices, whose result does not depend on the order of events. */
function isJoint({ metric, parts, only = [] }: AggregationRequest): boolean {
  const isWhole = only.length === 0 && parts.every(({ filter, needsPrices }) => filter === null && !needsPrices);
  return isWhole && !isGrouped({ parts }) && statementsOf(metric).joint !== null;
}

function jointQuery(
  events: string,
  byCode: PositionedRequest[][],
  firstPosition: number,
  parameters: QueryParameters,
): TotalsQuery {
  const { scope } = (byCode[0] as PositionedRequest[])[0] as PositionedRequest;
  const codes = byCode.map(([first]) => (first as PositionedRequest).request.metric.code);
  const totals = byCode
    .flat()
    .reduce<Expressions>((all, { request }) => ({ ...all, ...statementsOf(request.metric).joint }), {});
  const subject = subjectsOf(scope, codes, parameters);
  return {
    columns: {
      request: `toUInt32(${firstPosition - 1} + indexOf([${subject.values.join(', ')}], ${subject.column}))`,
      ...(scope.isOfMany ? { subscription: 'external_subscription_id' } : {}),
      ...totals,
    },
    source: `${events} as event final where ${eventsCondition(scope, codes, parameters)}`,
    by: scope.isOfMany ? `external_subscription_id, ${subject.column}` : subject.column,
  };
}

/** Maps a code's row to a request: events without a needed number do not count (metering, section 3.1). */
function rowFor<Row extends TotalsRow>({ request, position }: PositionedRequest, row: Row): Row[] {
  if (!readsNumber(request.metric)) return [{ ...row, request: position }];
  return row.valued === '0' ? [] : [{ ...row, request: position, events: row.valued }];
}
