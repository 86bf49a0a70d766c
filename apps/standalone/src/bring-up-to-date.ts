import { migrateApiLogs } from '@tollgate/identity';
import { migrateUsageStore } from '@tollgate/ingestion';
import {
  ClickHouse,
  kafkaClient,
  Logger,
  loginPasswords,
  makeLogins,
  migrateDatabase,
  sealSecrets,
  SecretBox,
  withSecretFiles,
  type Config,
} from '@tollgate/platform';
import { everyMigration } from './composition.js';
import { makeTopics } from './topics.js';

type Report = (line: string) => void;

/**
 * Creates missing parts of the backends: schemas and roles, tables of the usage store, topics. It also seals unsealed
 * secrets. Existing parts stay unchanged, so it may run any number of times. It skips backends that are not configured.
 * @param report receives each created part
 * @param ownsUsageStore whether the embedded usage store in the data directory belongs to this process
 */
export async function bringUpToDate(config: Config, report: Report, ownsUsageStore: boolean): Promise<void> {
  // Migrations hold locks of their session, which a pooler would give to others.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (databaseUrl) {
    await migrateDatabase(databaseUrl, everyMigration, report);
    await makeLogins(databaseUrl, loginPasswords(withSecretFiles(process.env)), report);
    await sealSecrets(databaseUrl, everyMigration, new SecretBox(config), report);
  }
  if (config.clickhouse || ownsUsageStore) await bringUsageStoreUpToDate(config, report);
  if (config.kafka)
    await makeTopics(kafkaClient(config.kafka, 'tollgate-migrate', new Logger(config)), process.env, report);
}

async function bringUsageStoreUpToDate(config: Config, report: Report): Promise<void> {
  const clickhouse = new ClickHouse(config);
  const tables = async () => {
    const rows = await clickhouse.rows<{ name: string }>(
      'select name from system.tables where database = {database:String}',
      { database: clickhouse.database },
    );
    return rows.map(({ name }) => name);
  };
  try {
    const before = new Set(await tables());
    await migrateUsageStore(clickhouse);
    await migrateApiLogs(clickhouse, config.retentionDays.api_log);
    for (const name of await tables()) if (!before.has(name)) report(`clickhouse: ${name}`);
  } finally {
    await clickhouse.onApplicationShutdown();
  }
}
