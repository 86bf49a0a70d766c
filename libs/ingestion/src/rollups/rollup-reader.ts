import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '@tollgate/platform';
import { timeOf } from '../usage/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../usage/usage-request.js';
import { planOf } from './plan.js';
import type { RolledRequest } from './rolled-totals-sql.js';
import { RollupShapes } from './rollup-shapes.js';
import { readState, type RollupOf } from './rollup-state.js';
import { shapeOf } from './shape.js';

/** Below this many stored rows reading them is as fast as anything. */
const manyRows = 20_000;
/** How long a subscription with few events is taken to have few. */
const quietMs = 30_000;

/** Decides which requests are answered out of rollups, and how. */
export class RollupReader {
  private readonly quiet = new LRUCache<string, true>({ max: 50_000, ttl: quietMs });
  private readonly shapes: RollupShapes;

  /** @param busyRows stored rows from which on rollups are asked for and used */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly busyRows = manyRows,
  ) {
    this.shapes = new RollupShapes(clickhouse);
  }

  /** For each request the way to read it, or null where its events are best read themselves. */
  async plans(usage: UsageOf, requests: AggregationRequest[]): Promise<(RolledRequest | null)[]> {
    const wanted = requests.flatMap((request) => {
      const shape = shapeOf(request);
      const of: RollupOf | null = shape && { ...usage, code: request.metric.code, shape };
      return of && !this.quiet.has(quietKey(usage, request)) ? [{ request, of, from: timeOf(usage, request).from }] : [];
    });
    if (wanted.length === 0) return requests.map(() => null);
    const states = await readState(this.clickhouse, wanted.map(({ of }) => of), Math.min(...wanted.map(({ from }) => from)), usage.to);
    const planned = wanted.map(({ request, of, from }, index): [AggregationRequest, RolledRequest & { of: RollupOf; from: number }] => {
      const state = states[index] ?? { digests: new Map(), sets: new Map() };
      const edges = [...new Set([from, usage.from, usage.to + 1])].sort((a, b) => a - b);
      return [request, { request, shape: of.shape, plan: planOf(state, edges), of, from }];
    });
    const busy = planned.filter(([, { plan }]) => plan.rows >= this.busyRows);
    for (const [request, { plan }] of planned) if (plan.rows < this.busyRows) this.quiet.set(quietKey(usage, request), true);
    await this.shapes.note(busy.map(([, { of, from }]) => ({ ...of, since: from })));
    const rolled = new Map(busy.filter(([, { plan }]) => plan.sets.length > 0 && plan.rolledRows >= this.busyRows));
    return requests.map((request) => rolled.get(request) ?? null);
  }
}

const quietKey = ({ organizationId, externalSubscriptionId, from, to }: UsageOf, { metric }: AggregationRequest): string =>
  JSON.stringify([organizationId, externalSubscriptionId, metric.code, metric.recurring, from, to]);
