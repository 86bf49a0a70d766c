import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '../errors/api-errors.js';
import { isLockTimeout } from './errors.js';

/**
 * A named lock of the whole installation. It belongs to a connection, not to a transaction. It blocks nothing else in
 * the database, and is free as soon as its holder is gone.
 */
export class SessionLock {
  private constructor(private readonly client: PoolClient) {}

  /** @returns null when another process holds it */
  static async take(pool: Pool, name: string): Promise<SessionLock | null> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtext($1)) as held', [
        name,
      ]);
      if (rows[0]?.held) return new SessionLock(client);
      client.release();
      return null;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Whether the connection still works, and thus holds the lock. */
  async isHeld(): Promise<boolean> {
    return this.client.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** Closes the connection, which frees the lock in any state. */
  release(): void {
    this.client.release(true);
  }
}

const longestWaitMs = 10 * 60_000;

/**
 * Runs work exclusively among all work of the same name in the installation; concurrent callers wait. Unlike a
 * transaction's lock, it may be held while waiting for other processes.
 * @throws Unavailable when the wait is too long
 */
export async function alone<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let clean = false;
  try {
    await client.query(`select set_config('lock_timeout', $1, false)`, [String(longestWaitMs)]);
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]).catch((error: unknown) => {
      throw isLockTimeout(error) ? new Unavailable('another call is already doing this work, try again', error) : error;
    });
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
      await client.query('reset lock_timeout');
      clean = true;
    }
  } finally {
    // Closing a connection that may still hold the lock frees it.
    client.release(!clean);
  }
}
