import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '@tollgate/platform';
import { timeOf } from '../usage/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../usage/usage-request.js';
import { planOf, stateOf, type State } from './plan.js';
import type { RolledRequest } from './rolled-totals-sql.js';
import { RollupShapes } from './rollup-shapes.js';
import { keyOf, readDigests, readSets, type RollupOf, type SetsByKey } from './rollup-state.js';
import { shapeOf } from './shape.js';

/** Below this many stored rows reading them is as fast as anything. */
const manyRows = 20_000;
/** For how long it is known which rollups there are. Whether one is right is always asked anew, and each lives for days. */
const knownMs = 20_000;
/** How long a subscription with few events is taken to have few. */
const quietMs = 30_000;

/** Decides which requests are answered out of rollups, and how. */
export class RollupReader {
  private readonly quiet = new LRUCache<string, true>({ max: 50_000, ttl: quietMs });
  private readonly known: LRUCache<string, { from: number; sets: SetsByKey }>;
  private readonly shapes: RollupShapes;

  /** @param busyRows stored rows from which on rollups are asked for and used */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly busyRows = manyRows,
    keptMs = knownMs,
  ) {
    this.known = new LRUCache({ max: 1000, ttl: keptMs });
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
    const states = await this.states(usage, wanted.map(({ of }) => of), Math.min(...wanted.map(({ from }) => from)));
    const planned = wanted.map(({ request, of, from }, index): [AggregationRequest, RolledRequest & { of: RollupOf; from: number }] => {
      const state = states[index] as State;
      const edges = [...new Set([from, usage.from, usage.to + 1])].sort((a, b) => a - b);
      return [request, { request, shape: of.shape, plan: planOf(state, edges), of, from }];
    });
    const busy = planned.filter(([, { plan }]) => plan.rows >= this.busyRows);
    for (const [request, { plan }] of planned) if (plan.rows < this.busyRows) this.quiet.set(quietKey(usage, request), true);
    await this.shapes.note(busy.map(([, { of, from }]) => ({ ...of, since: from })));
    const rolled = new Map(busy.filter(([, { plan }]) => plan.sets.length > 0 && plan.rolledRows >= this.busyRows));
    return requests.map((request) => rolled.get(request) ?? null);
  }

  private async states(usage: UsageOf, wanted: RollupOf[], from: number): Promise<State[]> {
    const [digests, sets] = await Promise.all([readDigests(this.clickhouse, wanted, from, usage.to), this.sets(wanted, from)]);
    return wanted.map((each) => stateOf(digests.get(each.code) ?? new Map(), sets.get(keyOf(each)) ?? []));
  }

  private async sets(wanted: RollupOf[], from: number): Promise<SetsByKey> {
    const key = wanted.map(keyOf).join();
    const known = this.known.get(key);
    if (known && known.from <= from) return known.sets;
    const sets = await readSets(this.clickhouse, wanted, from);
    this.known.set(key, { from, sets });
    return sets;
  }
}

const quietKey = ({ organizationId, externalSubscriptionId, from, to }: UsageOf, { metric }: AggregationRequest): string =>
  JSON.stringify([organizationId, externalSubscriptionId, metric.code, metric.recurring, from, to]);
