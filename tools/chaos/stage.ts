// The stage of the acts. One PostgreSQL server plays in all of them; each service has a database of its own there, beside its
// embedded usage store. The stage stops and removes all that an act has started on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtDeath, say } from '@tollgate/harness/process';
import { type PostgresServer, start as startPostgres } from '@tollgate/harness/postgres';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { queryOf } from './database.ts';

/** Like those of the embedded server (`libs/platform/src/database/embedded-postgres.process.ts`). */
const likeEmbedded = {
  max_connections: '1500',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
};

/** The stores that all acts share. */
export class Stores {
  readonly #postgres: PostgresServer;
  readonly #clear: () => void;
  #databases = 0;
  #lastStart: Promise<unknown> = Promise.resolve();

  private constructor(postgres: PostgresServer, clear: () => void) {
    this.#postgres = postgres;
    this.#clear = clear;
  }

  static async open(): Promise<Stores> {
    const dir = mkdtempSync(join(tmpdir(), 'tollgate-stage-'));
    const cancelCleanup = runAtDeath(['rm', '-rf', dir]);
    const clear = () => {
      rmSync(dir, { recursive: true, force: true });
      cancelCleanup();
    };
    try {
      return new Stores(await startPostgres({ dir }, likeEmbedded), clear);
    } catch (error) {
      clear();
      throw error;
    }
  }

  /**
   * Starts something on an empty database, after all earlier ones have started: the first service creates the roles that
   * all databases share.
   * @param start gets the address of the database, as its owner
   */
  withDatabase<T>(start: (url: string) => Promise<T>): Promise<T> {
    const started = this.#lastStart.then(async () => {
      const name = `act_${++this.#databases}`;
      await queryOf(this.#postgres.url, `create database ${name}`);
      const url = new URL(this.#postgres.url);
      url.pathname = `/${name}`;
      return start(url.href);
    });
    this.#lastStart = started.catch(() => undefined);
    return started;
  }

  async close(): Promise<void> {
    await this.#postgres.stop();
    this.#clear();
  }
}

/** The services, neighbors and checks of one act. */
export class Stage {
  readonly report: Report;
  readonly seed: string;
  readonly #stores: Stores;
  readonly #closing: (() => unknown)[] = [];

  constructor(name: string, seed: string, stores: Stores) {
    this.report = new Report(name);
    this.seed = seed;
    this.#stores = stores;
  }

  /** Starts a service on a new database. @param env settings of the service, over its defaults */
  service(env: Record<string, string | undefined> = {}): Promise<Standalone> {
    return this.#stores.withDatabase((url) => this.embeddedService({ ...env, DATABASE_URL: url }));
  }

  /** An empty database of the stage's server, for something that is no service. @returns its address */
  database(): Promise<string> {
    return this.#stores.withDatabase((url) => Promise.resolve(url));
  }

  /** Starts a service with an embedded PostgreSQL, for an act that kills this one, too. */
  async embeddedService(env: Record<string, string | undefined> = {}): Promise<Standalone> {
    const service = await startStandalone({ env });
    this.atEnd(async () => {
      const keep = this.report.counts.failed > 0;
      await service.stop({ keep });
      if (keep) say(`Seed ${this.seed}. Data and log: ${service.dir}`);
    });
    return service;
  }

  /** Waits for a double, or another server, that plays until the end of the act. */
  async double<T extends { stop(): unknown }>(starting: Promise<T>): Promise<T> {
    const double = await starting;
    this.atEnd(() => double.stop());
    return double;
  }

  /** Adds work for the end of the act, before all work that was added earlier. */
  atEnd(close: () => unknown): void {
    this.#closing.push(close);
  }

  /** Plays a part, and ends all that it has started. Its error fails it, and ends no other part. */
  async part(play: () => Promise<void>): Promise<void> {
    const before = this.#closing.splice(0);
    try {
      await play();
    } catch (error) {
      this.report.error(error);
    } finally {
      await this.close();
      this.#closing.push(...before);
    }
  }

  /** Clears the stage. */
  async close(): Promise<void> {
    for (const close of this.#closing.reverse())
      try {
        await close();
      } catch (error) {
        this.report.error(error);
      }
    this.#closing.length = 0;
  }
}
