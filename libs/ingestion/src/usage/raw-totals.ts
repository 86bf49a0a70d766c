import { Batcher, groupBy, type ClickHouse } from '@tollgate/platform';
import { QueryParameters } from '../usage-queries/parts-sql.js';
import { plainNames, totalsOf, type TotalsRow } from '../usage-queries/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../usage-queries/usage-request.js';

interface Asked {
  usage: UsageOf;
  requests: AggregationRequest[];
  shared: SharedQuery;
}

/** Many subscriptions in one query; `names` is the parameter that lists them. */
interface SharedQuery {
  query: string;
  parameters: Record<string, unknown>;
}

const names = 'p0';

/**
 * Totals out of the stored events. What is asked for many subscriptions alike, as by a billing run, while such a query
 * is under way, goes together into the next one: analysing a query costs more than reading a few events.
 */
export class RawTotals {
  private readonly queries = new Batcher<Asked, TotalsRow[]>((asked) => this.rowsOf(asked));

  constructor(private readonly clickhouse: ClickHouse) {}

  async read(usage: UsageOf, requests: AggregationRequest[]): Promise<TotalsRow[]> {
    const shared = this.sharedQuery(usage, requests);
    return this.queries.add(shared.query + JSON.stringify(shared.parameters), { usage, requests, shared });
  }

  private async rowsOf(asked: Asked[]): Promise<TotalsRow[][]> {
    const subscriptions = [...new Set(asked.map(({ usage }) => usage.externalSubscriptionId))];
    const [first] = asked;
    if (!first) return [];
    if (subscriptions.length === 1) {
      const rows = await this.rowsOfOne(first);
      return asked.map(() => rows);
    }
    const { query, parameters } = first.shared;
    const rows = await this.clickhouse.rows<TotalsRow & { subscription: string }>(query, {
      ...parameters,
      [names]: subscriptions,
    });
    const found = groupBy(rows, ({ subscription }) => subscription);
    return asked.map(({ usage }) => found.get(usage.externalSubscriptionId) ?? []);
  }

  private async rowsOfOne({ usage, requests }: Asked): Promise<TotalsRow[]> {
    const parameters = new QueryParameters();
    const queries = requests.map((request, position) => totalsOf(this.events, usage, request, position, parameters));
    return this.clickhouse.rows<TotalsRow>(
      `select ${plainNames} from (${queries.join(' union all ')})`,
      parameters.values,
    );
  }

  private sharedQuery(usage: UsageOf, requests: AggregationRequest[]): SharedQuery {
    const parameters = new QueryParameters();
    const ofMany = { ...usage, externalSubscriptionId: { placeholder: parameters.add([], 'Array(String)') } };
    const queries = requests.map((request, position) => totalsOf(this.events, ofMany, request, position, parameters));
    return {
      query: `select subscription, ${plainNames} from (${queries.join(' union all ')})`,
      parameters: parameters.values,
    };
  }

  private get events(): string {
    return `${this.clickhouse.database}.events`;
  }
}
