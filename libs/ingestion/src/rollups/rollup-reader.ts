import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '@tollgate/platform';
import { timeOf } from '../usage-queries/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../usage-queries/usage-request.js';
import { BusyMetrics } from './busy-metrics.js';
import { hourMs, queryPlanOf, stateOf, type State } from './query-plan.js';
import type { RolledRequest } from './rolled-totals-sql.js';
import { RollupDefinitions } from './rollup-definitions.js';
import { keyOf, readDigests, readSets, type RollupOf, type SetsByKey } from './rollup-state.js';
import { rollupDefinitionOf } from './rollup-definition.js';

/** Below this many stored rows reading them is as fast as anything. */
const manyRows = 20_000;
/** For how long it is known which rollups there are. Whether one is right is always asked anew, and each lives for days. */
const knownMs = 20_000;

/** Decides which requests are answered out of rollups, and how. */
export class RollupReader {
  private readonly known: LRUCache<string, { from: number; sets: SetsByKey }>;
  private readonly definitions: RollupDefinitions;
  private readonly busy: BusyMetrics;

  /** @param busyRows stored rows from which on rollups are asked for and used */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly busyRows = manyRows,
    keptMs = knownMs,
  ) {
    this.known = new LRUCache({ max: 1000, ttl: keptMs });
    this.definitions = new RollupDefinitions(clickhouse);
    this.busy = new BusyMetrics(this.definitions, keptMs);
  }

  /** For each request the way to read it, or null where its events are best read themselves. */
  async queryPlans(usage: UsageOf, requests: AggregationRequest[]): Promise<(RolledRequest | null)[]> {
    const wanted: ReturnType<typeof rollupsOf> = [];
    for (const asked of rollupsOf(usage, requests)) if (await this.busy.has(asked.of)) wanted.push(asked);
    if (wanted.length === 0) return requests.map(() => null);
    const states = await this.states(
      usage,
      wanted.map(({ of }) => of),
      Math.min(...wanted.map(({ from }) => from)),
    );
    if (!states) return requests.map(() => null);
    const planned = wanted.map(
      ({ request, of, from }, index): [AggregationRequest, RolledRequest & { of: RollupOf; from: number }] => {
        const state = states[index] as State;
        const edges = [...new Set([from, usage.from, usage.fractionsFrom ?? usage.from, usage.to + 1])].sort(
          (a, b) => a - b,
        );
        return [request, { request, definition: of.definition, plan: queryPlanOf(state, edges), of, from }];
      },
    );
    const busy = planned.filter(([, { plan }]) => plan.rows >= this.busyRows);
    await this.definitions.record(busy.map(([, { of, from }]) => ({ ...of, since: from })));
    const rolled = new Map(busy.filter(([, { plan }]) => plan.sets.length > 0 && plan.rolledRows >= this.busyRows));
    return requests.map((request) => rolled.get(request) ?? null);
  }

  /** Records for which requests so many events were read that rollups will pay. @param events by position of the request */
  async learn(usage: UsageOf, requests: AggregationRequest[], events: Map<number, number>): Promise<void> {
    const busy = rollupsOf(usage, requests).filter(({ position }) => (events.get(position) ?? 0) >= this.busyRows);
    for (const { of } of busy) this.busy.add(of);
    await this.definitions.record(busy.map(({ of, from }) => ({ ...of, since: from })));
  }

  /** Null where there is no rollup: then there is nothing to ask about. */
  private async states(usage: UsageOf, wanted: RollupOf[], from: number): Promise<State[] | null> {
    const sets = await this.sets(wanted, from);
    const end = Math.max(0, ...[...sets.values()].flat().map(({ start, hours }) => start + hours));
    if (end === 0) return null;
    // What comes behind the last rollup, above all the running hour, is read raw, whatever it holds.
    const digests = await readDigests(this.clickhouse, wanted, from, Math.min(usage.to, end * hourMs - 1));
    return wanted.map((each) => stateOf(digests.get(each.code) ?? new Map(), sets.get(keyOf(each)) ?? [], end));
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

/** The rollups that could answer requests. */
function rollupsOf(
  usage: UsageOf,
  requests: AggregationRequest[],
): { request: AggregationRequest; position: number; of: RollupOf; from: number }[] {
  return requests.flatMap((request, position) => {
    const definition = rollupDefinitionOf(request);
    return definition
      ? [
          {
            request,
            position,
            of: { ...usage, code: request.metric.code, definition },
            from: timeOf(usage, request).from,
          },
        ]
      : [];
  });
}
