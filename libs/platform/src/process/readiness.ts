import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { platformMigrations } from '../database/platform.migrations.js';
import type { SchemaMigrations } from '../database/schema-migrations.js';
import { SchemaTooOld, SchemaVersions } from '../database/schema-versions.js';
import { Jobs } from '../jobs/jobs.js';
import { MessageTransport } from '../messaging/transport.js';
import { ClickHouse } from '../usage-store/clickhouse.js';

/** The dependencies of a process. */
export interface Dependencies {
  usageStore: boolean;
  messages: boolean;
  /** Whether its data is in `DATA_DIR`. */
  disk?: boolean;
  /**
   * Dependencies required to take calls. Without the others the process is ready nevertheless: their work waits.
   * Otherwise all replicas would go out of service together, without any benefit.
   */
  needed: readonly DependencyName[];
  /** The migrations that its code relies on. */
  migrations: readonly SchemaMigrations[];
}

export type DependencyName = 'postgresql' | 'schema' | 'jobs' | 'clickhouse' | 'messages' | 'disk';

const checkTimeoutMs = 3_000;
/** Maximum wait for checks; after that, the answer uses the last results. */
const patienceMs = 500;
/**
 * How long a slow dependency counts as available after its last answer: under load, a process is late, not unavailable.
 */
const trustedForMs = 15_000;
/** PostgreSQL writes its log in files of 16 MiB, and stops when it cannot create the next one. */
const leastFreeBytes = 32 * 1024 * 1024;

/** Throws when something is unavailable. */
type Check = () => Promise<void>;

/** Why a check failed: a text for answers, and the error. */
export interface Unavailability {
  reason: string;
  error: unknown;
  /** It did not answer in time. */
  late?: boolean;
}

/** Checks whether a process can work now, dependency by dependency. */
@Injectable()
export class Readiness {
  private readonly checks: Record<string, Check>;
  private readonly needed: Set<string>;

  constructor(
    dependencies: Dependencies,
    config: Config,
    database: PlatformDatabase,
    clickhouse: ClickHouse,
    transport: MessageTransport,
    jobs: Jobs,
  ) {
    this.needed = new Set(dependencies.needed);
    const versions = new SchemaVersions(database, [platformMigrations, ...dependencies.migrations]);
    this.checks = {
      postgresql: () => database.ping(),
      schema: () => versions.check(),
      jobs: () => jobs.ping(),
      ...(dependencies.usageStore ? { clickhouse: () => clickhouse.ping() } : {}),
      ...(dependencies.messages ? { messages: () => transport.ping() } : {}),
      ...(dependencies.disk ? { disk: () => checkDisk(config.dataDirectory) } : {}),
    };
  }

  /** Running checks, and when each last succeeded. */
  private readonly underWay = new Map<string, Promise<Unavailability | null>>();
  private readonly passedAt = new Map<string, number>();

  /** Adds a feature's own dependency that the process requires to take calls. */
  need(name: string, check: Check): void {
    this.checks[name] = check;
    this.needed.add(name);
  }

  /** The unavailable ones of all dependencies. */
  async unavailable(): Promise<Map<string, Unavailability>> {
    const outcomes = await Promise.all(
      Object.entries(this.checks).map(async ([name, check]) => [name, await this.outcome(name, check)] as const),
    );
    return new Map(outcomes.flatMap(([name, unavailable]) => (unavailable ? [[name, unavailable] as const] : [])));
  }

  /**
   * The state of a dependency. One that answered recently stays available while it is slow, so a load peak takes no
   * process out of service. One that refuses is unavailable at once.
   */
  private async outcome(name: string, check: Check): Promise<Unavailability | null> {
    const probe = this.underWay.get(name) ?? this.probe(name, check);
    if (Date.now() - (this.passedAt.get(name) ?? 0) > trustedForMs) return probe;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<null>((resolve) => (timer = setTimeout(resolve, patienceMs, null)));
    const outcome = await Promise.race([probe, patience]).finally(() => clearTimeout(timer));
    return outcome?.late ? null : outcome;
  }

  /** Runs a check, shared by all concurrent callers. */
  private probe(name: string, check: Check): Promise<Unavailability | null> {
    const probe = outcomeOf(check).then((outcome) => {
      if (outcome === null) this.passedAt.set(name, Date.now());
      this.underWay.delete(name);
      return outcome;
    });
    this.underWay.set(name, probe);
    return probe;
  }

  /** For `/ready`: whether the process can take calls, and the state of each dependency by name. */
  async report(): Promise<{ ready: boolean; dependencies: Record<string, string> }> {
    const unavailable = await this.unavailable();
    const dependencies = Object.fromEntries(
      Object.keys(this.checks).map((name) => [name, unavailable.get(name)?.reason ?? 'ok']),
    );
    return { ready: this.canTakeCalls(unavailable), dependencies };
  }

  /** The answer to `/ready`. */
  async answer() {
    const { ready, dependencies } = await this.report();
    return { status: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not_ready', dependencies } };
  }

  /** Whether the process can take calls without the unavailable dependencies. */
  canTakeCalls(unavailable: Map<string, Unavailability>): boolean {
    // Only an available database reports an old schema; newer code must not touch it.
    const tooOld = unavailable.get('schema')?.error instanceof SchemaTooOld;
    return !tooOld && [...this.needed].every((name) => !unavailable.has(name));
  }
}

async function outcomeOf(check: Check): Promise<Unavailability | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unavailability>((resolve) => {
    timer = setTimeout(resolve, checkTimeoutMs, {
      reason: 'no answer in time',
      error: new Error('no answer in time'),
      late: true,
    });
  });
  const outcome = check().then(
    () => null,
    // Driver messages belong in the log only.
    (error: unknown): Unavailability => ({
      reason: error instanceof SchemaTooOld || error instanceof DiskFull ? error.message : 'unavailable',
      error,
    }),
  );
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}

class DiskFull extends Error {}

async function checkDisk(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < leastFreeBytes) throw new DiskFull('the disk is full');
}
