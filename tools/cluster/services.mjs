// What a cluster consists of, by the declarations of the services (libs/contracts/src/services.ts); the starter, the
// deployment files and their checks all read it.
import {
  operationsUrlVariable as operationsUrlVariableOf,
  passwordVariable as passwordVariableOf,
  processOf,
  schemaOf,
  serviceDeclarations,
  services as declared,
  urlVariable,
} from '@tollgate/contracts';

const everywhere = ['DATABASE_URL', 'REDIS_URL', 'INTERNAL_TOKEN'];

/**
 * Every service is `node apps/<name>/dist/main.js` with a port for calls and one for operations (metrics, commands);
 * `urlVariable` tells the others where. `login` is the role with which it logs in to PostgreSQL, `secrets` are the
 * variables that nobody else needs to see.
 */
export const services = declared.map((service) => {
  const { usageStore, autoscaled, secrets } = serviceDeclarations[service];
  return {
    name: processOf(service),
    urlVariable: urlVariable(processOf(service)),
    login: `tollgate_${schemaOf(service)}_login`,
    usageStore,
    autoscaled,
    secrets: [...everywhere, ...(usageStore ? ['CLICKHOUSE_URL'] : []), ...secrets],
  };
});

/** The variable with which the migration is given the password of a service's login. */
export const passwordVariable = ({ name }) => passwordVariableOf(name);

/** What the migration is given: the owner's login, and the passwords of those that it makes for the services. */
export const migrationSecrets = ['DATABASE_URL', 'CLICKHOUSE_URL', 'ENCRYPTION_KEY', ...services.map(passwordVariable)];

/** Every variable that holds a secret. */
export const secretVariables = [...new Set([...services.flatMap((service) => service.secrets), ...migrationSecrets])];

/** Creates schemas, roles, ClickHouse tables and Kafka topics; may be run again at any time. */
export const migration = 'apps/standalone/dist/migrate.js';
export const entryPoint = (name) => `apps/${name}/dist/main.js`;

/** The ports that every service listens on inside its container. */
export const containerPort = 3000;
export const operationsPort = 3001;

/** The variable that says where a service answers commands, where its ports are not those that all have. */
export const operationsUrlVariable = ({ name }) => operationsUrlVariableOf(name);

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
  'TRUSTED_PROXIES',
  'MAIL_FROM',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  ...services.map((service) => service.urlVariable),
];

/** Every environment variable that a cluster sets. */
export const environment = [...configuration, ...secretVariables];
