// The one list of what a cluster consists of; the starter, the manifests' check and the documentation's check
// all read it.

/**
 * Every service is `node apps/<name>/dist/main.js` with a port for calls and one for operations (metrics, commands);
 * `urlVariable` tells the others where. `login` is
 * the role with which it logs in to PostgreSQL, `secrets` are the variables that nobody else needs to see.
 */
const everywhere = ['DATABASE_URL', 'REDIS_URL', 'INTERNAL_TOKEN'];
export const services = [
  {
    name: 'gateway',
    urlVariable: 'GATEWAY_URL',
    login: 'tollgate_identity_login',
    secrets: [...everywhere, 'ADMIN_API_KEY', 'ENCRYPTION_KEY'],
  },
  { name: 'catalog', urlVariable: 'CATALOG_URL', login: 'tollgate_catalog_login', secrets: everywhere },
  { name: 'subscription', urlVariable: 'SUBSCRIPTION_URL', login: 'tollgate_subscription_login', secrets: everywhere },
  {
    name: 'ingestion',
    urlVariable: 'INGESTION_URL',
    login: 'tollgate_ingestion_login',
    secrets: [...everywhere, 'CLICKHOUSE_URL'],
  },
  {
    name: 'invoicing',
    urlVariable: 'INVOICING_URL',
    login: 'tollgate_invoicing_login',
    secrets: [...everywhere, 'CLICKHOUSE_URL'],
  },
  {
    name: 'webhook-delivery',
    urlVariable: 'WEBHOOK_DELIVERY_URL',
    login: 'tollgate_webhook_delivery_login',
    secrets: [...everywhere, 'ENCRYPTION_KEY'],
  },
];

/** The variable with which the migration is given the password of a service's login. */
export const passwordVariable = ({ name }) => `${name.toUpperCase().replace('-', '_')}_DATABASE_PASSWORD`;

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
export const operationsUrlVariable = ({ urlVariable }) => urlVariable.replace(/_URL$/, '_OPERATIONS_URL');

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
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  ...services.map((service) => service.urlVariable),
];

/** Every environment variable that a cluster sets. */
export const environment = [...configuration, ...secretVariables];
