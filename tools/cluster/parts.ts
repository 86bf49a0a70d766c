// The parts of a running cluster, which tests can kill and start.
import type { ManagedProcess } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import type { ProcessName } from './services.ts';

/** A part that can be killed and started. */
export interface Part {
  readonly name: string;
  /** None of a container, and of a service with several replicas. */
  readonly pid?: number;
  kill(signal?: NodeJS.Signals): Promise<unknown>;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** A backend, at its address. */
export interface Backend extends Part {
  readonly url: string;
}

export type BackendName = 'postgres' | 'redis' | 'kafka' | 'clickhouse';
export type Backends = Record<BackendName, Backend>;

/** Variables by which services find the backends. */
export interface BackendEnvironment {
  DATABASE_URL: string;
  CLICKHOUSE_URL: string;
  KAFKA_BROKERS: string;
  REDIS_URL: string;
}

/** Where a server has its data and its log. */
export interface ServerPlace {
  dir: string;
  log?: string;
}

/** The process of a backend, and the variable that points to it. */
export interface Server<Variable extends keyof BackendEnvironment> extends ManagedProcess {
  readonly url: string;
  readonly env: Pick<BackendEnvironment, Variable>;
}

/** One process of a service with several. */
export interface Replica extends ManagedProcess {
  readonly label: string;
  readonly port: number;
  readonly operationsPort: number;
}

/** A service: one process at its address, or several replicas behind it. */
export interface ClusterService extends Part {
  readonly url: string;
  readonly operationsUrl: string;
  readonly replicas?: Replica[];
}

export interface RunningBackends {
  /** Whether they are containers, or processes from packages. */
  kind: 'docker' | 'packages';
  backends: Backends;
  /** With further variables of backends that need encryption and a login. */
  env: BackendEnvironment & Record<string, string>;
  stop(): Promise<unknown>;
}

export interface Cluster extends Service {
  /** The environment of its services. */
  env: BackendEnvironment & Record<string, string>;
  /** The gateway's address for operations. */
  operationsUrl: string;
  dir: string;
  kind: RunningBackends['kind'];
  services: Record<ProcessName, ClusterService>;
  backends: Backends;
  /** Stops everything. `keep` leaves data and logs in place. */
  stop(how?: { keep?: boolean }): Promise<void>;
}
