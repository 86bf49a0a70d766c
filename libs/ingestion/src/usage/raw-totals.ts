import type { ClickHouse } from '@tollgate/platform';
import { QueryParameters } from './parts-sql.js';
import { plainNames, totalsOf, type TotalsRow } from './totals-sql.js';
import type { AggregationRequest, UsageOf } from './usage-request.js';

interface Asked {
  usage: UsageOf;
  requests: AggregationRequest[];
  resolve: (rows: TotalsRow[]) => void;
  reject: (error: unknown) => void;
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
  private readonly waiting = new Map<string, Asked[]>();
  private readonly underWay = new Set<string>();

  constructor(private readonly clickhouse: ClickHouse) {}

  async read(usage: UsageOf, requests: AggregationRequest[]): Promise<TotalsRow[]> {
    const shared = this.sharedQuery(usage, requests);
    const key = shared.query + JSON.stringify(shared.parameters);
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(key);
      const asked = { usage, requests, resolve, reject };
      if (waiting) waiting.push(asked);
      else this.waiting.set(key, [asked]);
      if (!this.underWay.has(key)) void this.readWaiting(key, shared);
    });
  }

  private async readWaiting(key: string, shared: SharedQuery): Promise<void> {
    this.underWay.add(key);
    for (let asked = this.take(key); asked.length > 0; asked = this.take(key)) {
      try {
        const rows = await this.rowsOf(asked, shared);
        for (const { usage, resolve } of asked) resolve(rows.get(usage.externalSubscriptionId) ?? []);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.underWay.delete(key);
  }

  private take(key: string): Asked[] {
    const asked = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    return asked;
  }

  /** By external subscription id. */
  private async rowsOf(asked: Asked[], shared: SharedQuery): Promise<Map<string, TotalsRow[]>> {
    const subscriptions = [...new Set(asked.map(({ usage }) => usage.externalSubscriptionId))];
    const [only] = asked;
    if (only && subscriptions.length === 1) return new Map([[only.usage.externalSubscriptionId, await this.rowsOfOne(only)]]);
    const rows = await this.clickhouse.rows<TotalsRow & { subscription: string }>(shared.query, { ...shared.parameters, [names]: subscriptions });
    const found = new Map<string, TotalsRow[]>();
    for (const { subscription, ...row } of rows) found.set(subscription, [...(found.get(subscription) ?? []), row]);
    return found;
  }

  private async rowsOfOne({ usage, requests }: Asked): Promise<TotalsRow[]> {
    const parameters = new QueryParameters();
    const queries = requests.map((request, position) => totalsOf(this.events, usage, request, position, parameters));
    return this.clickhouse.rows<TotalsRow>(`select ${plainNames} from (${queries.join(' union all ')})`, parameters.values);
  }

  private sharedQuery(usage: UsageOf, requests: AggregationRequest[]): SharedQuery {
    const parameters = new QueryParameters();
    const ofMany = { ...usage, externalSubscriptionId: { placeholder: parameters.add([], 'Array(String)') } };
    const queries = requests.map((request, position) => totalsOf(this.events, ofMany, request, position, parameters));
    return { query: `select subscription, ${plainNames} from (${queries.join(' union all ')})`, parameters: parameters.values };
  }

  private get events(): string {
    return `${this.clickhouse.database}.events`;
  }
}
