import { createHash } from 'node:crypto';
import { Batcher, groupBy, type ClickHouse } from '@tollgate/platform';
import { QueryParameters } from '../model/usage-queries/query-parameters.js';
import { jointTotals, type JointTotals } from '../model/usage-queries/joint-totals-sql.js';
import { readTotals, unionOf, type TotalsRow } from '../model/usage-queries/totals-query.js';
import { scopeOf, scopeOfMany, timeOf } from '../model/usage-queries/totals-sql.js';
import type { AggregationRequest, UsageOf, UsageScope } from '../model/usage-queries/usage-request.js';

interface TotalsRequest {
  usage: UsageOf;
  requests: AggregationRequest[];
}

interface Query extends JointTotals {
  parameters: QueryParameters;
}

/** Most subscriptions of one query, and their most parts of charges together, so that its answer stays short. */
const mostInQuery = 300;
const mostParts = 30_000;

/**
 * Totals from the stored events. Requests of the same shape for many subscriptions, as in a billing run, share the next
 * query while one is under way. Each retains its own times. Analysing a query costs more than reading a few events.
 */
export class RawTotals {
  private readonly queries = new Batcher<TotalsRequest, TotalsRow[]>((totalsRequests) => this.rowsOf(totalsRequests));

  constructor(private readonly clickhouse: ClickHouse) {}

  async read(usage: UsageOf, requests: AggregationRequest[]): Promise<TotalsRow[]> {
    return this.queries.add(this.shapeOf(usage, requests), { usage, requests });
  }

  private async rowsOf(totalsRequests: TotalsRequest[]): Promise<TotalsRow[][]> {
    const rows = new Map<string, TotalsRow[]>();
    for (const together of queriesOf(totalsRequests)) {
      const queryRows = together.length === 1 ? await this.rowsOfOne(together) : await this.rowsOfMany(together);
      for (const totalsRequest of together)
        rows.set(nameOf(totalsRequest), queryRows.get(totalsRequest.usage.externalSubscriptionId) ?? []);
    }
    return totalsRequests.map((totalsRequest) => rows.get(nameOf(totalsRequest)) ?? []);
  }

  private async rowsOfOne([totalsRequest]: TotalsRequest[]): Promise<Map<string, TotalsRow[]>> {
    if (!totalsRequest) return new Map();
    const rows = await this.queryRows(
      this.queryOf(totalsRequest.requests, (request) => scopeOf(totalsRequest.usage, request)),
    );
    return new Map([[totalsRequest.usage.externalSubscriptionId, rows]]);
  }

  private async rowsOfMany(totalsRequests: TotalsRequest[]): Promise<Map<string, TotalsRow[]>> {
    const query = this.queryOf(totalsRequests[0]?.requests ?? [], (_, position) =>
      scopeOfMany(
        totalsRequests.map(({ usage, requests }) => ({ usage, request: requests[position] as AggregationRequest })),
      ),
    );
    return groupBy(await this.queryRows(query), ({ subscription }) => subscription);
  }

  private async queryRows({ parameters, ...totals }: Query) {
    return totals.rowsOf(await readTotals(this.clickhouse, totals.queries, parameters));
  }

  /** The part of a query that requests must have in common to share it. */
  private shapeOf({ organizationId }: UsageOf, requests: AggregationRequest[]): string {
    const usage = { organizationId, externalSubscriptionId: '', from: 0, to: 0 };
    const { queries, parameters } = this.queryOf(requests, () => ({ usages: [usage], since: [0], isOfMany: true }));
    return createHash('sha256').update(unionOf(queries)).update(JSON.stringify(parameters.values)).digest('base64');
  }

  private queryOf(
    requests: AggregationRequest[],
    scope: (request: AggregationRequest, position: number) => UsageScope,
  ): Query {
    const parameters = new QueryParameters();
    const positioned = requests.map((request, position) => ({ request, position, scope: scope(request, position) }));
    return { ...jointTotals(`${this.clickhouse.database}.events`, positioned, parameters), parameters };
  }
}

/** Identifies a request by its subscription and times. */
const nameOf = ({ usage, requests }: TotalsRequest): string =>
  JSON.stringify([
    usage.externalSubscriptionId,
    usage.from,
    usage.to,
    usage.fractionsFrom ?? null,
    ...requests.map((request) => timeOf(usage, request).from),
  ]);

/** Splits distinct requests into queries; in one query a subscription has one time. */
function queriesOf(totalsRequests: TotalsRequest[]): TotalsRequest[][] {
  const queries: Map<string, TotalsRequest>[] = [];
  const parts = totalsRequests[0]?.requests.reduce((total, request) => total + request.parts.length, 0) ?? 0;
  const most = Math.max(1, Math.min(mostInQuery, Math.floor(mostParts / parts)));
  for (const totalsRequest of new Map(totalsRequests.map((each) => [nameOf(each), each])).values()) {
    const id = totalsRequest.usage.externalSubscriptionId;
    const query = queries.find((others) => others.size < most && !others.has(id));
    if (query) query.set(id, totalsRequest);
    else queries.push(new Map([[id, totalsRequest]]));
  }
  return queries.map((query) => [...query.values()]);
}
