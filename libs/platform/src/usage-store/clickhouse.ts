import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FairShare } from '../batching/fair-share.js';
import { Config } from '../config/config.js';
import { makePrivateDirectory } from '../config/directories.js';
import { currentContext } from '../observability/request-context.js';
import { inSpan } from '../observability/tracing/tracing.js';
import { connectToEngine, connectToServer, engineQueriesAtOnce, type Connection } from './connections.js';
import { loadEngine } from './engine.js';
import type { ColumnBlock } from './native-block.js';
import { toUsageStoreError } from './usage-store-errors.js';

// Numbers beyond a double are output as text; an insert of a block is durable once the store answers. Equal rows share
// a partition, so each partition can be read separately.
const settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  async_insert: 0,
  do_not_merge_across_partitions_select_final: 1,
} as const;

// Merges build the skip indexes: at the insert of a small block they would double its cost. A block of many senders may
// span any number of months, each of them a part.
const insertSettings = { materialize_skip_indexes_on_insert: 0, max_partitions_per_insert_block: '0' } as const;

/** Maximum length of a statement's text in a trace. */
const longestText = 4_096;

/** Queries that a process sends to a server at once, and those of one organization. */
const queriesAtOnce = 16;
const queriesOfOne = 4;

/** ClickHouse: the server at `CLICKHOUSE_URL`, or the engine in this process. */
@Injectable()
export class ClickHouse implements OnApplicationShutdown {
  private opened: Promise<Connection> | undefined;
  /** Organizations share the time of queries; in the engine, one query of each runs at a time. */
  private readonly queries: FairShare;

  constructor(private readonly config: Config) {
    this.queries = this.isEmbedded ? new FairShare(engineQueriesAtOnce, 1) : new FairShare(queriesAtOnce, queriesOfOne);
  }

  get database(): string {
    return this.config.clickhouseDatabase;
  }

  /** Whether the engine runs in this process and is the only copy of the data. */
  get isEmbedded(): boolean {
    return this.config.clickhouse === undefined;
  }

  /**
   * Runs a query and returns its rows. It waits for the share of its organization, which the context names; work for
   * all organizations has a share of its own.
   * @throws Unavailable when the store does not answer
   */
  async rows<Row>(query: string, parameters: Record<string, unknown> = {}): Promise<Row[]> {
    return this.guarded('select', query, (connection) =>
      this.queries.run(currentContext()?.organizationId ?? '', () => connection.rows<Row>(query, parameters)),
    );
  }

  /**
   * Inserts a block of rows in one statement, each with the values of `columns` in their order. Resolves when the store
   * has them durably.
   * @throws DataRefused when it rejects the rows, Unavailable
   */
  async insert(table: string, columns: [string, ...string[]], rows: unknown[][]): Promise<void> {
    if (rows.length === 0) return;
    const name = `${this.database}.${table}`;
    await this.guarded('insert', `insert into ${name}`, (connection) => connection.insert(name, columns, rows));
  }

  /**
   * Like `insert` for a block of columns, which the engine reads more cheaply.
   * @param values an expression over the block's columns for each column of the table
   * @returns false when the store does not support this form: nothing was written, and the caller must insert rows
   */
  async insertColumns(table: string, values: Record<string, string>, block: ColumnBlock): Promise<boolean> {
    const name = `${this.database}.${table}`;
    return this.guarded('insert', `insert into ${name}`, async ({ insertColumns }) => {
      await insertColumns?.(name, values, block);
      return insertColumns !== undefined;
    });
  }

  /** Runs a statement without a result. */
  async command(query: string, parameters: Record<string, unknown> = {}): Promise<void> {
    await this.guarded('command', query, ({ command }) => command(query, parameters));
  }

  /** Runs a statement that may take many minutes; progress headers keep its connection alive. */
  async longCommand(query: string, parameters: Record<string, unknown> = {}): Promise<void> {
    const alive = {
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '5000',
      max_partitions_per_insert_block: '0',
    } as const;
    await this.guarded('command', query, ({ command }) => command(query, parameters, alive));
  }

  async ping(): Promise<void> {
    await this.rows('select 1');
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.opened) await (await this.opened).close();
  }

  private async guarded<T>(operation: string, text: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const attributes = {
      'db.system.name': 'clickhouse',
      'db.namespace': this.database,
      'db.query.text': text.trim().slice(0, longestText),
    };
    return inSpan(`${operation} usage store`, { kind: 'client', attributes }, async () => {
      const connection = await (this.opened ??= this.open());
      try {
        return await work(connection);
      } catch (error) {
        throw toUsageStoreError(error);
      }
    });
  }

  private async open(): Promise<Connection> {
    const all = { ...settings, ...insertSettings };
    if (this.config.clickhouse) return connectToServer(this.config.clickhouse, settings, all);
    const path = join(this.config.dataDirectory, 'clickhouse');
    const incoming = join(this.config.dataDirectory, 'incoming');
    for (const directory of [path, incoming]) makePrivateDirectory(directory);
    return connectToEngine(await loadEngine(this.config.cacheDirectory), path, incoming, all);
  }
}
