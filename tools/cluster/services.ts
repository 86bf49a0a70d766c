// The parts of a cluster, from the declarations of the services (libs/contracts/src/services.ts). The starter, the
// deployment files and their checks read them here.
import {
  type ServiceName,
  operationsUrlVariable as operationsUrlVariableOf,
  passwordVariable as passwordVariableOf,
  processOf,
  schemaOf,
  serviceDeclarations,
  services as declared,
  urlVariable,
} from '@tollgate/contracts';

const everywhere = ['DATABASE_URL', 'REDIS_URL', 'INTERNAL_TOKEN'];

/** A process of a cluster. The gateway runs the service `identity`. */
export type ProcessName = 'gateway' | Exclude<ServiceName, 'identity'>;

/** A service as a process of a cluster. */
export interface ServiceProcess {
  name: ProcessName;
  /** The variable by which other services find it. */
  urlVariable: string;
  /** Its PostgreSQL role. */
  login: string;
  usageStore: boolean;
  autoscaled: boolean;
  /** Variables that only those services receive that need them. */
  secrets: string[];
}

/** Every service is `node apps/<name>/dist/main.js` with a port for calls and one for operations (metrics, commands). */
export const services: ServiceProcess[] = declared.map((service) => {
  const { usageStore, autoscaled, secrets } = serviceDeclarations[service];
  return {
    name: processOf(service) as ProcessName,
    urlVariable: urlVariable(processOf(service)),
    login: `tollgate_${schemaOf(service)}_login`,
    usageStore,
    autoscaled,
    secrets: [...everywhere, ...(usageStore ? ['CLICKHOUSE_URL'] : []), ...secrets],
  };
});

/** The variable that gives the migration the password of a service's login. */
export const passwordVariable = ({ name }: Pick<ServiceProcess, 'name'>): string => passwordVariableOf(name);

/** The migration's secrets: the owner's login, and the passwords of the logins that it creates for the services. */
export const migrationSecrets = ['DATABASE_URL', 'CLICKHOUSE_URL', 'ENCRYPTION_KEY', ...services.map(passwordVariable)];

/** Every variable that holds a secret. */
export const secretVariables = [...new Set([...services.flatMap((service) => service.secrets), ...migrationSecrets])];

/** Creates schemas, roles, ClickHouse tables and Kafka topics; may run again at any time. */
export const migration = 'apps/standalone/dist/migrate.js';
export const entryPoint = (name: ProcessName): string => `apps/${name}/dist/main.js`;

/** The ports that every service listens on inside its container. */
export const containerPort = 3000;
export const operationsPort = 3001;

/** The variable with the address of a service's commands, for services with their own ports. */
export const operationsUrlVariable = ({ name }: Pick<ServiceProcess, 'name'>): string => operationsUrlVariableOf(name);

/** The environment variables that are not secret; all services get the same. */
export const configuration = [
  'PORT',
  'OPERATIONS_PORT',
  'HOST',
  'KAFKA_BROKERS',
  'KAFKA_PARTITIONS',
  'PUBLIC_URL',
  'LOG_LEVEL',
  'IDENTIFIER_PREFIX',
  'ALLOW_PRIVATE_WEBHOOKS',
  'ALLOW_PLAIN_COOKIES',
  'TRUSTED_PROXIES',
  'MAIL_FROM',
  'MAIL_DOMAINS',
  'FILE_STORE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  ...services.map((service) => service.urlVariable),
];

/** Every environment variable that a cluster sets. */
export const environment = [...configuration, ...secretVariables];
