import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '@tollgate/platform';
import type { RollupOf } from './rollup-state.js';
import { usedDays } from './rollup-tables.js';
import type { RollupFamily } from '../../model/usage-queries/aggregations/aggregation-statements.js';

/** A requested rollup definition, with the start of the requested time (Unix milliseconds). */
export interface RequestedRollup extends RollupOf {
  since: number;
}

interface DefinitionRow {
  organization_id: string;
  external_subscription_id: string;
  code: string;
  shape: string;
  family: RollupFamily;
  keys: string[];
  since: string;
}

const hour = 3_600_000;

/** The definitions that queries of busy subscriptions request; rollups exist for these until the requests cease. */
export class RollupDefinitions {
  private readonly recorded = new LRUCache<string, true>({ max: 50_000, ttl: hour });

  constructor(private readonly clickhouse: ClickHouse) {}

  /** Records requests; at most once an hour per definition and process. */
  async record(requested: RequestedRollup[]): Promise<void> {
    const fresh = requested.filter((rollup) => !this.recorded.has(keyOf(rollup)));
    if (fresh.length === 0) return;
    await this.clickhouse.insert(
      'rollup_shapes',
      ['organization_id', 'external_subscription_id', 'code', 'shape', 'family', 'keys', 'since', 'used_at'],
      fresh.map(({ organizationId, externalSubscriptionId, code, definition, since }) => [
        organizationId,
        externalSubscriptionId,
        code,
        definition.id,
        definition.family,
        definition.keys,
        since,
        Date.now(),
      ]),
    );
    for (const rollup of fresh) this.recorded.set(keyOf(rollup), true);
  }

  async all(): Promise<RequestedRollup[]> {
    const rows = await this.clickhouse.rows<DefinitionRow>(
      `select toString(organization_id) as organization_id, external_subscription_id, code, shape, family, keys, since
       from ${this.clickhouse.database}.rollup_shapes as asked final where used_at > now() - interval ${usedDays} day
       order by asked.organization_id, external_subscription_id, code, shape, since`,
    );
    return rows.map((row) => ({
      organizationId: row.organization_id,
      externalSubscriptionId: row.external_subscription_id,
      code: row.code,
      definition: { id: row.shape, family: row.family, keys: row.keys },
      since: Number(row.since),
    }));
  }
}

const keyOf = ({ organizationId, externalSubscriptionId, code, definition, since }: RequestedRollup): string =>
  JSON.stringify([organizationId, externalSubscriptionId, code, definition.id, since]);
