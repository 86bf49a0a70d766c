import type { Pool, PoolClient } from 'pg';

/**
 * A lock of the whole installation, by name. It belongs to a connection and not to a transaction: nothing of the database
 * is held up by it, and it is free as soon as its holder is gone.
 */
export class SessionLock {
  private constructor(private readonly client: PoolClient) {}

  /** @returns null when another process holds it */
  static async take(pool: Pool, name: string): Promise<SessionLock | null> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtext($1)) as held', [name]);
      if (rows[0]?.held) return new SessionLock(client);
      client.release();
      return null;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Whether the connection still stands, and with it the lock. */
  async isHeld(): Promise<boolean> {
    return this.client.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** Closes the connection, which frees the lock whatever its state. */
  release(): void {
    this.client.release(true);
  }
}
