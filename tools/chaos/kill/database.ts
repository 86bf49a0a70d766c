// Statements that bypass the service. Each start of a service has another server.
import pg from 'pg';
import type { Standalone } from '@tollgate/harness/standalone';

/** A value of a statement. */
export type Value = string | number;

export async function connect(service: Standalone): Promise<pg.Client> {
  const client = new pg.Client(service.databaseUrl);
  // A connection that was killed with its server reports nothing more.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement. @returns its rows */
export async function queryOf<Row>(service: Standalone, text: string, values: Value[] = []): Promise<Row[]> {
  const client = await connect(service);
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
