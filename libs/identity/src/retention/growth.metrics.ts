import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { sql } from 'kysely';
import { growingTables } from '@tollgate/contracts';
import { ClickHouse, Logger, Metrics } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';

interface Size {
  rows: number;
  bytes: number;
}

/** Sizes change slowly, and scrapes are frequent. */
const measuredEveryMs = 60_000;
const kinds = Object.entries(growingTables);

/** Shows what grows, by kind: estimates of the two databases, which read no row. */
@Injectable()
export class GrowthMetrics {
  private readonly rows: Gauge;
  private readonly bytes: Gauge;
  private measuredAt = 0;

  constructor(
    private readonly database: IdentityDatabase,
    private readonly clickhouse: ClickHouse,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    const labelNames = ['kind'];
    this.rows = new Gauge({ name: 'tollgate_stored_rows', help: 'Stored rows, by an estimate', labelNames, registers });
    this.bytes = new Gauge({
      name: 'tollgate_stored_bytes',
      help: 'Bytes of stored rows with their indexes',
      labelNames,
      registers,
    });
    metrics.onScrape(() => this.measure());
  }

  private async measure(): Promise<void> {
    if (Date.now() < this.measuredAt + measuredEveryMs) return;
    this.measuredAt = Date.now();
    const failed = (store: string) => (error: unknown) => {
      this.logger.warn('what grows was not measured; a later scrape does it', { store, error });
      return new Map<string, Size>();
    };
    const inTables = await this.sizesOfTables().catch(failed('PostgreSQL'));
    const inUsageStore = await this.sizesOfParts().catch(failed('the usage store'));
    for (const [kind, tables] of kinds) {
      const sizes = tables.flatMap((table) => inTables.get(table) ?? inUsageStore.get(table) ?? []);
      if (sizes.length < tables.length) continue;
      // The first table has a row for each object of the kind.
      this.rows.set({ kind }, sizes[0]?.rows ?? 0);
      this.bytes.set(
        { kind },
        sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      );
    }
  }

  private async sizesOfTables(): Promise<Map<string, Size>> {
    const names = kinds.flatMap(([, tables]) => tables).filter((name) => name.includes('.'));
    const { rows } = await this.database.everyTenant((transaction) =>
      sql<{ name: string; rows: number; bytes: number }>`
        select listed.name, greatest(relation.reltuples, 0)::float8 as rows, pg_total_relation_size(relation.oid)::float8 as bytes
        from unnest(${names}::text[]) as listed (name) join pg_class relation on relation.oid = to_regclass(listed.name)
      `.execute(transaction),
    );
    return new Map(rows.map(({ name, ...size }) => [name, size]));
  }

  private async sizesOfParts(): Promise<Map<string, Size>> {
    const tables = kinds.flatMap(([, names]) => names).filter((name) => !name.includes('.'));
    const rows = await this.clickhouse.rows<{ name: string; rows: string; bytes: string }>(
      `select listed.name as name, sum(part.rows) as rows, sum(part.bytes_on_disk) as bytes
       from (select arrayJoin({tables:Array(String)}) as name) as listed
       left join (select table, rows, bytes_on_disk from system.parts where active and database = {database:String}) as part
         on part.table = listed.name
       group by name`,
      { tables, database: this.clickhouse.database },
    );
    return new Map(rows.map((row) => [row.name, { rows: Number(row.rows), bytes: Number(row.bytes) }]));
  }
}
