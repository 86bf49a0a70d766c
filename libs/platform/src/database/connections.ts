import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { roleOf, type SchemaName } from './tenancy.js';

// bigint columns hold cents and counters: exact integers, so they are parsed as BigInt; dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * A connection that breaks between two statements has no error listener, and would crash the process. This client
 * ignores the event; its next statement fails instead. Pools only watch their idle connections.
 */
export class SteadyClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    this.on('error', () => undefined);
  }
}

/**
 * The longest time of a statement, and of a pause within a transaction. Beyond it the server ends the statement or the
 * connection, so a bad plan or a process that stands still blocks no others for longer.
 */
const deadlines = { statement_timeout: '10min', idle_in_transaction_session_timeout: '10min' };
const startDeadlines = Object.entries(deadlines)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
const localDeadlines = Object.entries(deadlines)
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ');
/** The server detects a dead process within a minute, and frees its locks. */
const keepalives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** A connection works under another role than its service's: then row-level security does not separate tenants. */
export class WrongRole extends Error {}

/**
 * Checks a new connection. Poolers in between may drop the parameter that sets its role, and a superuser reads all rows.
 * @param role the role that it has from its start; null where each transaction sets one
 * @throws WrongRole
 */
async function assertRole(client: pg.ClientBase, role: string | null): Promise<void> {
  const { rows } = await client.query<{ name: string; is_bypassing: boolean }>({
    text: 'select rolname as name, rolsuper or rolbypassrls as is_bypassing from pg_roles where rolname = current_user',
    query_timeout: connectMs,
  } as pg.QueryConfig);
  const [current] = rows;
  if (!current || (role !== null && current.name !== role))
    throw new WrongRole(
      `PostgreSQL runs this connection as ${current?.name}, not as ${role}: something between drops the parameter "options". Behind a pooler, set DATABASE_DIRECT_URL`,
    );
  if (current.is_bypassing)
    throw new WrongRole(
      `the role ${current.name} bypasses row-level security: alter role ${current.name} nobypassrls nosuperuser`,
    );
}

/** The longest time to connect, and to check the role of a connection. */
const connectMs = 10_000;

/** Connections of a pool that a single organization cannot use. */
const leftForOthers = 4;

/** The connection pools of this process: one per service in it, under that service's role. */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Map<SchemaName, pg.Pool>();
  private readonly lockPools = new Map<SchemaName, pg.Pool>();

  constructor(private readonly config: Config) {}

  poolOf(schema: SchemaName): pg.Pool {
    const known = this.pools.get(schema);
    if (known) return known;
    const pool = this.isBehindPooler
      ? this.open(schema, null, { connectionString: this.config.databaseUrl })
      : this.open(schema, roleOf(schema), {
          connectionString: this.config.databaseUrl,
          options: `-c role=${roleOf(schema)} ${keepalives} ${startDeadlines}`,
        });
    this.pools.set(schema, pool);
    return pool;
  }

  /**
   * Connections that only hold locks: waiting for one, which has a limit of its own, uses up none of those for work. They
   * go past a pooler, which would give a lock's connection to others.
   */
  lockPoolOf(schema: SchemaName): pg.Pool {
    const known = this.lockPools.get(schema);
    if (known) return known;
    const pool = this.open(schema, roleOf(schema), {
      connectionString: this.config.databaseDirectUrl ?? this.config.databaseUrl,
      options: `-c role=${roleOf(schema)} ${keepalives}`,
    });
    this.lockPools.set(schema, pool);
    return pool;
  }

  /** Statements that begin a transaction of a service. Behind a pooler each one sets its role and its deadlines. */
  beginOf(schema: SchemaName): string {
    return this.isBehindPooler ? `begin; set local role ${roleOf(schema)}; ${localDeadlines}` : 'begin';
  }

  /** Whether the connections for work are those of a pooler in transaction mode. */
  get isBehindPooler(): boolean {
    return this.config.databaseDirectUrl !== undefined;
  }

  private open(schema: SchemaName, role: string | null, settings: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({
      ...settings,
      Client: SteadyClient,
      max: this.config.databasePoolSize,
      application_name: `tollgate ${schema}`,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: connectMs,
      verify: (client, done) => {
        assertRole(client, role).then(() => done(), done);
      },
    });
    // The pool replaces a connection that breaks while idle; the error needs no other handler.
    pool.on('error', () => undefined);
    return pool;
  }

  /** Maximum connections of a pool for one organization; the rest is left for others. */
  get shareOfOne(): number {
    return this.config.databasePoolSize - leftForOthers;
  }

  /** The schemas of this process's services. */
  schemas(): SchemaName[] {
    return [...this.pools.keys()];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values(), ...this.lockPools.values()].map((pool) => pool.end()));
  }
}
