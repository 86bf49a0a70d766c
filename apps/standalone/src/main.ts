import 'reflect-metadata';
import { Config, loadEngine, runService, say, startEmbeddedPostgres, type Lifecycle } from '@tollgate/platform';
import { bringUpToDate } from './bring-up-to-date.js';
import { StandaloneModule } from './composition.js';
import { greet } from './greeting.js';
import { claimDataDirectory } from './instance-lock.js';

/** Begins to load the embedded usage store, if there is one. The start waits for it later, and then throws its error. */
function beginEngine({ clickhouse, cacheDirectory }: Config): Promise<unknown> {
  const loaded = clickhouse ? Promise.resolve() : loadEngine(cacheDirectory, say);
  loaded.catch(() => undefined);
  return loaded;
}

/** Claims the data directory, starts the embedded databases side by side and brings everything up to date. */
async function prepare(settings: Config, lifecycle: Lifecycle): Promise<Config> {
  lifecycle.onStop(claimDataDirectory(settings.dataDirectory));
  const engine = beginEngine(settings);
  let config = settings;
  if (!settings.databaseUrl) {
    say('Starting PostgreSQL (embedded) ...');
    const postgres = await startEmbeddedPostgres(settings.dataDirectory, say);
    lifecycle.onStop(() => postgres.stop());
    postgres.onLost((reason) => lifecycle.fail(reason));
    config = new Config({ ...process.env, DATABASE_URL: postgres.url });
  }
  await engine;
  say('Bringing everything up to date ...');
  await bringUpToDate(config, (step) => say(`  ${step}`), true);
  // Unset keys are generated on first use: this writes them to their files before the first call.
  void [config.adminApiKey, config.internalToken];
  say('Starting the services ...');
  return config;
}

await runService({
  name: 'standalone',
  tracedAs: 'tollgate',
  facesCallers: true,
  module: StandaloneModule.with,
  prepare,
  started: greet,
});
