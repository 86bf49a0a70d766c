import { rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { createClient, parseError, type ClickHouseClient } from '@clickhouse/client';
import { Semaphore } from '../batching/semaphore.js';
import { makeDirectory } from '../config/directories.js';
import type { ClickHouseSettings, TlsSettings } from '../config/store-settings.js';
import type { Engine } from './engine.js';
import { withLiterals } from './literals.js';
import type { ColumnBlock } from './native-block.js';

/** A connection to ClickHouse: to a server, or to the engine in this process. */
export interface Connection {
  /** Runs a query and returns its rows. */
  rows<Row>(query: string, parameters: Record<string, unknown>): Promise<Row[]>;
  /** Runs a statement without a result. */
  command(query: string, parameters: Record<string, unknown>, settings?: Settings): Promise<unknown>;
  /** Inserts a block of rows, each with the values of `columns` in their order. */
  insert(table: string, columns: [string, ...string[]], rows: unknown[][]): Promise<unknown>;
  /**
   * Like `insert` for columns, available with the embedded engine only.
   * @param values an expression over the block's columns for each column of the table
   */
  insertColumns?: InsertColumns | undefined;
  close(): Promise<void>;
}

type InsertColumns = (table: string, values: Record<string, string>, block: ColumnBlock) => Promise<unknown>;

/** Settings of statements, by their names. */
type Settings = Record<string, string | number>;

const format = 'JSONCompactEachRow';
const rowFormat = 'JSONEachRow';

/** Queries that the embedded engine runs at once; with the statement that writes, they hold three of four threads. */
export const engineQueriesAtOnce = 2;

/** Characters of a query's text for the engine: it carries the values of its filters. */
const longestQuery = 64 * 1024 * 1024;

/**
 * @param settings sent to the server with each query
 * @param insertSettings sent with each insert
 */
export function connectToServer(
  { url, tls }: ClickHouseSettings,
  settings: Settings,
  insertSettings: Settings,
): Connection {
  const client = createClient({
    url,
    ...tlsParams(tls),
    request_timeout: 30_000,
    compression: { request: false, response: false },
    // Long lists, such as the values of a thousand filters, do not fit into an address.
    use_multipart_params_auto: true,
  });
  return {
    rows: async <Row>(query: string, query_params: Record<string, unknown>) => {
      const result = await client.query({ query, query_params, format: rowFormat, clickhouse_settings: settings });
      return result.json<Row>();
    },
    command: (query, parameters, clickhouse_settings = {}) =>
      client.command({ query, query_params: parameters, clickhouse_settings }),
    insert: (table, columns, rows) =>
      client.insert({ table, columns, values: rows, format, clickhouse_settings: insertSettings }),
    close: () => client.close(),
  };
}

/** The client takes a certificate of its own only with an authority; without files it uses those that Node knows. */
function tlsParams(tls: TlsSettings | undefined): { http_agent?: Agent } {
  return tls && Object.keys(tls).length > 0 ? { http_agent: new Agent({ keepAlive: true, ...tls }) } : {};
}

/** Characters that the engine reads as a pattern, or as the end of a name. */
const oddInPath = /[*?{}'\\]/;

/**
 * The embedded engine runs the statements of one connection serially. Over all connections, it runs one statement with
 * parameters at a time. So statements carry their parameters as literals, and queries have connections of their own.
 * Otherwise each query would wait for the blocks, logs and rollups that are being written, and for a long query of
 * another organization. Statements queue here and not in the engine: each one in the engine holds one of the process's
 * four threads. Four of them would block all files, names and new connections. Rows go in as bytes: as statement text,
 * which the engine's client sends, they cost two microseconds more per row.
 * @param incoming a directory for files of columns; this function empties it
 * @param settings for all statements: the engine retains them, and would run each as an extra statement
 */
export async function connectToEngine(
  engine: Engine,
  path: string,
  incoming: string,
  settings: Settings,
): Promise<Connection> {
  const { createChdbConnection } = engine;
  const open = async () => {
    const connection = createChdbConnection({ path });
    const semaphore = new Semaphore(1);
    for (const kind of ['query', 'exec', 'command', 'insert'] as const) {
      const statement = connection[kind].bind(connection) as (argument: unknown) => Promise<unknown>;
      Object.assign(connection, { [kind]: (argument: unknown) => semaphore.run(() => statement(argument)) });
    }
    const client = createClient({ connection } as never);
    for (const [name, value] of Object.entries(settings)) await client.command({ query: `set ${name} = ${value}` });
    return { connection, client, semaphore };
  };
  const { connection, client, semaphore } = await open();
  const readers = await Promise.all(Array.from({ length: engineQueriesAtOnce }, open));
  const idle = readers.map((reader) => reader.client);
  for (const one of [client, ...idle]) await one.command({ query: `set max_query_size = ${longestQuery}` });
  const places = new Semaphore(readers.length);
  return {
    rows: (query, parameters) =>
      places.run(async () => {
        const reader = idle.pop() ?? client;
        try {
          const result = await reader.query({ query: withLiterals(query, parameters), format: rowFormat });
          return await result.json();
        } finally {
          idle.push(reader);
        }
      }),
    command: (query, parameters, clickhouse_settings = {}) =>
      client.command({ query: withLiterals(query, parameters), clickhouse_settings }),
    insertColumns: oddInPath.test(incoming) ? undefined : columnsByFile(client, incoming),
    insert: async (table, columns, rows) => {
      const values = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
      // Converts errors to those of the engine's client, whose codes identify the cause.
      const inserted = semaphore.run(() => connection.chdb.rawInsert({ table, columns, values, format }));
      await inserted.catch((error: Error) => {
        throw Object.assign(parseError(error.message), { cause: error });
      });
    },
    close: async () => {
      for (const reader of readers) await reader.client.close();
      await client.close();
    },
  };
}

/** Writes a file, and creates its directory again if someone deleted it. */
async function writeInto(directory: string, file: string, bytes: Buffer): Promise<void> {
  const write = () => writeFile(file, bytes, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    makeDirectory(directory);
    await write();
  });
}

/**
 * The engine reads columns from a file, because its binding accepts no binary data. The file is deleted before the
 * system writes it to the disk.
 */
function columnsByFile(client: ClickHouseClient, directory: string): InsertColumns {
  rmSync(directory, { recursive: true, force: true });
  makeDirectory(directory);
  let files = 0;
  return async (table, values, { structure, bytes }) => {
    const file = join(directory, String(files++));
    const [columns, expressions] = [Object.keys(values).join(', '), Object.values(values).join(', ')];
    try {
      await writeInto(directory, file, bytes);
      await client.command({
        query: `insert into ${table} (${columns}) select ${expressions} from file('${file}', Native, '${structure}')`,
      });
    } finally {
      await rm(file, { force: true });
    }
  };
}
