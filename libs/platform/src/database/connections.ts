import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { roleOf, type SchemaName } from './tenancy.js';

// bigint columns hold cents and counters: exact integers, so they arrive as BigInt; dates stay the text that they are.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * A connection that breaks between two statements has nobody to tell it to, and would end the process: here the next
 * statement on it fails instead. Pools look after their idle connections only.
 */
export class SteadyClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    this.on('error', () => undefined);
  }
}

/** Connections of a pool that no single organization takes. */
const leftForOthers = 4;

/** The connection pools of this process, one for each service in it, each under the role of its service. */
@Injectable()
export class Connections implements OnApplicationShutdown {
  private readonly pools = new Map<SchemaName, pg.Pool>();
  private readonly lockPools = new Map<SchemaName, pg.Pool>();

  constructor(private readonly config: Config) {}

  poolOf(schema: SchemaName): pg.Pool {
    return this.pools.get(schema) ?? this.open(this.pools, schema);
  }

  /** Connections that hold locks and do nothing else: whoever waits for one of them has none of those that work needs. */
  lockPoolOf(schema: SchemaName): pg.Pool {
    return this.lockPools.get(schema) ?? this.open(this.lockPools, schema);
  }

  private open(pools: Map<SchemaName, pg.Pool>, schema: SchemaName): pg.Pool {
    const pool = new pg.Pool({
      Client: SteadyClient,
      connectionString: this.config.databaseUrl,
      max: this.config.databasePoolSize,
      application_name: `tollgate ${schema}`,
      // The server notices within a minute that a process is gone, and frees its locks.
      options: `-c role=${roleOf(schema)} -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3`,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    });
    // A connection that breaks while idle is replaced at the next use; the error has nobody else to go to.
    pool.on('error', () => undefined);
    pools.set(schema, pool);
    return pool;
  }

  /** How many connections of a pool one organization may hold: some are left for everybody else. */
  get shareOfOne(): number {
    return this.config.databasePoolSize - leftForOthers;
  }

  /** The schemas that this process works on. */
  schemas(): SchemaName[] {
    return [...this.pools.keys()];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values(), ...this.lockPools.values()].map((pool) => pool.end()));
  }
}
