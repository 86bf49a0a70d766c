// Statements that bypass the service.
import pg from 'pg';

/** A value of a statement. */
export type Value = string | number;

/** @param url of a database: that of a service may be another one after each start */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  // A connection that was killed with its server reports nothing more.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement. @returns its rows */
export async function queryOf<Row>(url: string, text: string, values: Value[] = []): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
