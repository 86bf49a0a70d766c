import 'reflect-metadata';
import { migrateUsageStore } from '@tollgate/ingestion';
import { ClickHouse, Config, createApplication, migrateDatabase, MessageTransport, startEmbeddedPostgres, type EmbeddedServer } from '@tollgate/platform';
import { everyMigration, StandaloneModule } from './composition.js';
import { claimDataDirectory } from './instance-lock.js';
import { greet } from './greeting.js';

process.env['SERVICE_NAME'] ??= 'standalone';
const say = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = new Config(process.env);
  const release = claimDataDirectory(settings.dataDirectory);
  let postgres: EmbeddedServer | undefined;
  try {
    if (!settings.databaseUrl) {
      say('Starting PostgreSQL (embedded) ...');
      postgres = await startEmbeddedPostgres(settings.dataDirectory);
    }
    const config = postgres ? new Config({ ...process.env, DATABASE_URL: postgres.url }) : settings;
    say('Bringing the database up to date ...');
    await migrateDatabase(config.databaseUrl as string, everyMigration, (step) => say(`  ${step}`));
    say('Starting the services ...');
    const clickhouse = new ClickHouse(config);
    await migrateUsageStore(clickhouse);
    await clickhouse.onApplicationShutdown();
    const app = await createApplication(StandaloneModule.with(config), config);
    app.connectMicroservice({ strategy: app.get(MessageTransport) });
    await app.startAllMicroservices();
    await app.listen(config.port, config.host);
    await greet(app, config);
    stopOnSignal(async () => {
      await app.close();
      await postgres?.stop();
      release();
    });
  } catch (error) {
    await postgres?.stop();
    release();
    throw error;
  }
}

/** The first signal stops cleanly; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping: answering what is under way ...');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`Not stopped cleanly: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is in use by another program. Stop it, or choose another with PORT=3001 npm start.`;
  if (code === 'ENOSPC' || message?.includes('No space left')) return 'The disk is full: free some space and start again.';
  return message ?? String(error);
}

main().catch((error: unknown) => {
  say(`\nTollgate does not start: ${explain(error)}`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) say(String(error.stack));
  process.exit(1);
});
