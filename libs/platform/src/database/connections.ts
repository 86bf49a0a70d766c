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
const deadlines = '-c statement_timeout=10min -c idle_in_transaction_session_timeout=10min';
/** The server detects a dead process within a minute, and frees its locks. */
const keepalives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** A connection works under another role than its service's: then row-level security does not separate tenants. */
export class WrongRole extends Error {}

/**
 * Checks a new connection. Poolers in between may drop the parameter that sets its role, and a superuser reads all rows.
 * @throws WrongRole
 */
async function assertRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; is_bypassing: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as is_bypassing from pg_roles where rolname = current_user',
  );
  const [current] = rows;
  if (current?.name !== role)
    throw new WrongRole(
      `PostgreSQL runs this connection as ${current?.name}, not as ${role}: something between drops the parameter "options"`,
    );
  if (current.is_bypassing)
    throw new WrongRole(`the role ${role} bypasses row-level security: alter role ${role} nobypassrls nosuperuser`);
}

/** Connections of a pool that a single organization cannot use. */
const leftForOthers = 4;

/** The connection pools of this process: one per service in it, under that service's role. */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Map<SchemaName, pg.Pool>();
  private readonly lockPools = new Map<SchemaName, pg.Pool>();

  constructor(private readonly config: Config) {}

  poolOf(schema: SchemaName): pg.Pool {
    return this.pools.get(schema) ?? this.open(this.pools, schema, deadlines);
  }

  /** Connections that only hold locks: waiting for one, which has a limit of its own, uses up none of those for work. */
  lockPoolOf(schema: SchemaName): pg.Pool {
    return this.lockPools.get(schema) ?? this.open(this.lockPools, schema, '');
  }

  private open(pools: Map<SchemaName, pg.Pool>, schema: SchemaName, settings: string): pg.Pool {
    const pool = new pg.Pool({
      Client: SteadyClient,
      connectionString: this.config.databaseUrl,
      max: this.config.databasePoolSize,
      application_name: `tollgate ${schema}`,
      options: `-c role=${roleOf(schema)} ${keepalives} ${settings}`,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
      verify: (client, done) => {
        assertRole(client, roleOf(schema)).then(() => done(), done);
      },
    });
    // The pool replaces a connection that breaks while idle; the error needs no other handler.
    pool.on('error', () => undefined);
    pools.set(schema, pool);
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
