import { rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, parseError, type ClickHouseClient } from '@clickhouse/client';
import { Semaphore } from '../batching/semaphore.js';
import { makeDirectory } from '../config/directories.js';
import { withLiterals } from './literals.js';
import type { ColumnBlock } from './native-block.js';

/** A connection to ClickHouse: to a server, or to the engine in this process. */
export interface Connection {
  /** For queries. */
  reader: ClickHouseClient;
  /** Does a statement that has no answer. */
  command(query: string, parameters: Record<string, unknown>, settings?: Settings): Promise<unknown>;
  /** Inserts a block of rows, each with the values of `columns` in their order. */
  insert(table: string, columns: [string, ...string[]], rows: unknown[][]): Promise<unknown>;
  /**
   * The same of columns, in the process alone.
   * @param values an expression over the block's columns for each column of the table
   */
  insertColumns?: InsertColumns | undefined;
  close(): Promise<void>;
}

type InsertColumns = (table: string, values: Record<string, string>, block: ColumnBlock) => Promise<unknown>;

/** Settings of statements, by their names. */
type Settings = Record<string, string | number>;

const format = 'JSONCompactEachRow';

/** @param insertSettings a server is told them with each insert */
export function connectToServer(url: string, insertSettings: Settings): Connection {
  const client = createClient({
    url,
    request_timeout: 30_000,
    compression: { request: false, response: false },
  });
  return {
    reader: client,
    command: (query, parameters, clickhouse_settings = {}) =>
      client.command({ query, query_params: parameters, clickhouse_settings }),
    insert: (table, columns, rows) =>
      client.insert({ table, columns, values: rows, format, clickhouse_settings: insertSettings }),
    close: () => client.close(),
  };
}

/** What the engine would take for a pattern, or for the end of a name. */
const oddInPath = /[*?{}'\\]/;

/**
 * The embedded engine does what it is asked through one connection one by one, and of all connections one statement with parameters at a
 * time. So queries have a connection of their own, and what writes has its parameters in its text: or each query would wait for the blocks,
 * logs and rollups that are being written. What waits for its turn waits here: each statement that the engine was given holds one of the
 * process's four threads, and four of them would hold up all files, names and new connections. It is given rows as bytes: within the text of
 * a statement, as its client does it, they cost it two microseconds a row more.
 * @param incoming a directory for files of columns, which is emptied
 * @param settings those of all statements: it keeps them, and would take each as a statement more
 */
export async function connectToEngine(path: string, incoming: string, settings: Settings): Promise<Connection> {
  const { createChdbConnection } = await import('chdb/connection');
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
  const { client: reader } = await open();
  return {
    reader,
    command: (query, parameters, clickhouse_settings = {}) =>
      client.command({ query: withLiterals(query, parameters), clickhouse_settings }),
    insertColumns: oddInPath.test(incoming) ? undefined : columnsByFile(client, incoming),
    insert: async (table, columns, rows) => {
      const values = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
      // Its errors are made those of its client, which tell by their code what is wrong.
      const inserted = semaphore.run(() => connection.chdb.rawInsert({ table, columns, values, format }));
      await inserted.catch((error: Error) => {
        throw Object.assign(parseError(error.message), { cause: error });
      });
    },
    close: async () => {
      await reader.close();
      await client.close();
    },
  };
}

/** Writes a file; its directory is made again where somebody cleared it away. */
async function writeInto(directory: string, file: string, bytes: Buffer): Promise<void> {
  const write = () => writeFile(file, bytes, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    makeDirectory(directory);
    await write();
  });
}

/** Columns are read by the engine out of a file, as its binding takes nothing binary; it is gone before anybody writes it to the disk. */
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
