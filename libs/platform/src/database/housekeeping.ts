import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';
import { Connections } from './connections.js';
import { everyTenantRoleOf, type SchemaName } from './tenancy.js';

const firstAfterMs = 60_000;
const everyMs = 3_600_000;
/** Rows per statement, to limit its locks and its log. */
const rowsAtOnce = 5_000;
const mostStatements = 400;

interface Rule {
  table: string;
  /** SQL condition for obsolete rows; `$1` is the number of days. */
  outdated: string;
  days: number;
}

/**
 * Deletes expired rows of the platform's tables, hourly and in portions. Any number of processes may run it
 * concurrently.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly connections: Connections,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(firstAfterMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Cleans the tables of every service in this process. */
  async run(): Promise<void> {
    for (const schema of this.connections.schemas()) {
      for (const rule of this.rulesOf(schema)) {
        try {
          const removed = await this.clear(schema, rule);
          if (removed > 0) this.logger.info('outdated rows removed', { table: rule.table, removed });
        } catch (error) {
          this.logger.warn('outdated rows not removed; trying again in an hour', { table: rule.table, error });
        }
      }
    }
  }

  private plan(afterMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => {
        if (!this.stopped) this.plan(everyMs);
      });
    }, afterMs);
  }

  private rulesOf(schema: SchemaName): Rule[] {
    const days = this.config.inboxRetentionDays;
    if (schema === 'platform') {
      const parked = `exists (select from platform.parked where kind = 'message' and key = message_id::text)`;
      return [
        {
          table: 'platform.message_contents',
          outdated: `stored_at < now() - make_interval(days => $1) and not ${parked}`,
          days: days * 2,
        },
      ];
    }
    return [
      { table: `${schema}.inbox`, outdated: 'handled_at < now() - make_interval(days => $1)', days },
      { table: `${schema}.command_answers`, outdated: 'answered_at < now() - make_interval(days => $1)', days },
    ];
  }

  private async clear(schema: SchemaName, { table, outdated, days }: Rule): Promise<number> {
    let removed = 0;
    for (let round = 0; round < mostStatements && !this.stopped; round++) {
      const count = await this.clearPortion(schema, table, outdated, days);
      removed += count;
      if (count < rowsAtOnce) break;
    }
    return removed;
  }

  private async clearPortion(schema: SchemaName, table: string, outdated: string, days: number): Promise<number> {
    const client = await this.connections.poolOf(schema).connect();
    try {
      await client.query(`${this.connections.beginOf(schema)}; set local role ${everyTenantRoleOf(schema)}`);
      const { rowCount } = await client.query(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${outdated} limit ${rowsAtOnce}))`,
        [days],
      );
      await client.query('commit');
      client.release();
      return rowCount ?? 0;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
