import { createClient, parseError, type ClickHouseClient } from '@clickhouse/client';

/** A connection to ClickHouse: to a server, or to the engine in this process. */
export interface Connection {
  client: ClickHouseClient;
  /** Inserts a block of rows, each with the values of `columns` in their order. */
  insert(table: string, columns: [string, ...string[]], rows: unknown[][]): Promise<unknown>;
}

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
    client,
    insert: (table, columns, rows) =>
      client.insert({ table, columns, values: rows, format, clickhouse_settings: insertSettings }),
  };
}

/**
 * The embedded engine is given rows as bytes: within the text of a statement, as its client does it, they cost it two microseconds a
 * row more.
 * @param settings those of all statements: it keeps them, and would take each as a statement more
 */
export async function connectToEngine(path: string, settings: Settings): Promise<Connection> {
  const { createChdbConnection } = await import('chdb/connection');
  const connection = createChdbConnection({ path });
  const client = createClient({ connection } as never);
  for (const [name, value] of Object.entries(settings)) await client.command({ query: `set ${name} = ${value}` });
  return {
    client,
    insert: async (table, columns, rows) => {
      const values = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
      // Its errors are made those of its client, which tell by their code what is wrong.
      await connection.chdb.rawInsert({ table, columns, values, format }).catch((error: Error) => {
        throw Object.assign(parseError(error.message), { cause: error });
      });
    },
  };
}
