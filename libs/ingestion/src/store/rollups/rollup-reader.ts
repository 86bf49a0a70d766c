import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '@tollgate/platform';
import { timeOf } from '../../model/usage-queries/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../../model/usage-queries/usage-request.js';
import { BusyMetrics } from './busy-metrics.js';
import { hourMs, queryPlanOf, stateOf, type State } from './query-plan.js';
import type { RolledRequest } from './rolled-totals-sql.js';
import { RollupDefinitions } from './rollup-definitions.js';
import { keyOf, readDigests, readSets, type RollupOf, type SetsByKey } from './rollup-state.js';
import { rollupDefinitionOf } from './rollup-definition.js';

/** Below this many stored rows, reading them is as fast as reading rollups. */
const manyRows = 20_000;
/** Cache time of the list of rollups. Every query verifies a rollup before use, and rollups live for days. */
const usualCacheTtlMs = 20_000;

/** Decides which requests rollups answer, and how. */
export class RollupReader {
  private readonly cached: LRUCache<string, { from: number; sets: SetsByKey }>;
  private readonly definitions: RollupDefinitions;
  private readonly busy: BusyMetrics;

  /** @param busyRows stored rows from which rollups are requested and used */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly busyRows = manyRows,
    cacheTtlMs = usualCacheTtlMs,
  ) {
    this.cached = new LRUCache({ max: 1000, ttl: cacheTtlMs });
    this.definitions = new RollupDefinitions(clickhouse);
    this.busy = new BusyMetrics(this.definitions, cacheTtlMs);
  }

  /** The plan of each request, or null when reading its events is best. */
  async queryPlans(usage: UsageOf, requests: AggregationRequest[]): Promise<(RolledRequest | null)[]> {
    const candidates: ReturnType<typeof rollupsOf> = [];
    for (const requested of rollupsOf(usage, requests))
      if (await this.busy.has(requested.rollup)) candidates.push(requested);
    if (candidates.length === 0) return requests.map(() => null);
    const states = await this.states(
      usage,
      candidates.map(({ rollup }) => rollup),
      Math.min(...candidates.map(({ from }) => from)),
    );
    if (!states) return requests.map(() => null);
    const planned = candidates.map(
      ({ request, rollup, from }, index): [AggregationRequest, RolledRequest & { rollup: RollupOf; from: number }] => {
        const state = states[index] as State;
        const edges = [...new Set([from, usage.from, usage.fractionsFrom ?? usage.from, usage.to + 1])].sort(
          (a, b) => a - b,
        );
        return [request, { request, definition: rollup.definition, plan: queryPlanOf(state, edges), rollup, from }];
      },
    );
    const busy = planned.filter(([, { plan }]) => plan.rows >= this.busyRows);
    await this.definitions.record(busy.map(([, { rollup, from }]) => ({ ...rollup, since: from })));
    const rolled = new Map(busy.filter(([, { plan }]) => plan.sets.length > 0 && plan.rolledRows >= this.busyRows));
    return requests.map((request) => rolled.get(request) ?? null);
  }

  /** Requests rollups for requests that read enough events. @param events by position of the request */
  async learn(usage: UsageOf, requests: AggregationRequest[], events: Map<number, number>): Promise<void> {
    const busy = rollupsOf(usage, requests).filter(({ position }) => (events.get(position) ?? 0) >= this.busyRows);
    for (const { rollup } of busy) this.busy.add(rollup);
    await this.definitions.record(busy.map(({ rollup, from }) => ({ ...rollup, since: from })));
  }

  /** Null without any rollup, as there is nothing to verify. */
  private async states(usage: UsageOf, candidates: RollupOf[], from: number): Promise<State[] | null> {
    const sets = await this.sets(candidates, from);
    const end = Math.max(0, ...[...sets.values()].flat().map(({ start, hours }) => start + hours));
    if (end === 0) return null;
    // Hours after the last rollup, above all the current hour, are read raw anyway.
    const digests = await readDigests(this.clickhouse, candidates, from, Math.min(usage.to, end * hourMs - 1));
    return candidates.map((each) => stateOf(digests.get(each.code) ?? new Map(), sets.get(keyOf(each)) ?? [], end));
  }

  private async sets(candidates: RollupOf[], from: number): Promise<SetsByKey> {
    const key = candidates.map(keyOf).join();
    const cached = this.cached.get(key);
    if (cached && cached.from <= from) return cached.sets;
    const sets = await readSets(this.clickhouse, candidates, from);
    this.cached.set(key, { from, sets });
    return sets;
  }
}

/** The rollups that could answer requests. */
function rollupsOf(
  usage: UsageOf,
  requests: AggregationRequest[],
): { request: AggregationRequest; position: number; rollup: RollupOf; from: number }[] {
  return requests.flatMap((request, position) => {
    const definition = rollupDefinitionOf(request);
    return definition
      ? [
          {
            request,
            position,
            rollup: { ...usage, code: request.metric.code, definition },
            from: timeOf(usage, request).from,
          },
        ]
      : [];
  });
}
