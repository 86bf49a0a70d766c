// The database of the service under test.
import pg from 'pg';

/** Works on the database, as its owner. */
export async function inDatabase(url: string, work: (database: pg.Client) => Promise<void>): Promise<void> {
  const database = new pg.Client(url);
  await database.connect();
  try {
    await work(database);
  } finally {
    await database.end();
  }
}
