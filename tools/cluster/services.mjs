// The one list of what a cluster consists of; the starter, the manifests' check and the documentation's check
// all read it.

/** Every service is `node apps/<name>/dist/main.js` with one HTTP port; `urlVariable` tells the others where. */
export const services = [
  { name: 'gateway', urlVariable: 'GATEWAY_URL' },
  { name: 'catalog', urlVariable: 'CATALOG_URL' },
  { name: 'subscription', urlVariable: 'SUBSCRIPTION_URL' },
  { name: 'ingestion', urlVariable: 'INGESTION_URL' },
  { name: 'invoicing', urlVariable: 'INVOICING_URL' },
  { name: 'webhook-delivery', urlVariable: 'WEBHOOK_DELIVERY_URL' },
];

/** Creates schemas, roles, ClickHouse tables and Kafka topics; may be run again at any time. */
export const migration = 'apps/standalone/dist/migrate.js';
export const entryPoint = (name) => `apps/${name}/dist/main.js`;

/** The port that every service listens on inside its container. */
export const containerPort = 3000;

/** The environment variables that the services read. */
export const environment = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'KAFKA_BROKERS',
  'REDIS_URL',
  'ADMIN_API_KEY',
  'INTERNAL_TOKEN',
  'PUBLIC_URL',
  'LOG_LEVEL',
  'IDENTIFIER_PREFIX',
  ...services.map((service) => service.urlVariable),
];
