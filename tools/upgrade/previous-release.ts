// node tools/upgrade/previous-release.ts: writes the migrations of the compiled code as SQL, with the records that databases
// keep of them. Run with a release; apps/standalone/src/migrations.integration.spec.ts migrates such a database to
// newer code.
import { writeFileSync } from 'node:fs';
import { catalogMigrations } from '@tollgate/catalog';
import { services, type ServiceName } from '@tollgate/contracts';
import { documentMigrations } from '@tollgate/document';
import { identityMigrations } from '@tollgate/identity';
import { ingestionMigrations } from '@tollgate/ingestion';
import { invoicingMigrations } from '@tollgate/invoicing';
import { paymentMigrations } from '@tollgate/payment';
import { platformMigrations, stepsOf, type SchemaMigrations } from '@tollgate/platform';
import { subscriptionMigrations } from '@tollgate/subscription';
import { walletMigrations } from '@tollgate/wallet';
import { webhookDeliveryMigrations } from '@tollgate/webhook-delivery';

const migrationsOf: Record<ServiceName, SchemaMigrations> = {
  identity: identityMigrations,
  catalog: catalogMigrations,
  subscription: subscriptionMigrations,
  ingestion: ingestionMigrations,
  invoicing: invoicingMigrations,
  wallet: walletMigrations,
  payment: paymentMigrations,
  document: documentMigrations,
  'webhook-delivery': webhookDeliveryMigrations,
};

const target = new URL('previous-release.sql', import.meta.url);

/** The tables in which Kysely records applied migrations. */
const record = (schema: string) =>
  `create table ${schema}.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);`;

/** Ordered times. */
const time = (place: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, place)).toISOString();

/** In the order in which schemas may refer to each other. */
const everyMigration = [platformMigrations, ...services.map((name) => migrationsOf[name])];

const parts = everyMigration.map((migrations) => {
  const { schema } = migrations;
  const steps = stepsOf(migrations).map(
    ({ name, sql }, place) =>
      `-- ${name} of ${schema}\n${sql === '' ? '' : `${sql.trim().replace(/;*$/, '')};\n`}` +
      `insert into ${schema}.migrations values ('${name}', '${time(place)}');`,
  );
  return [`create schema ${schema};`, record(schema), ...steps].join('\n');
});
writeFileSync(
  target,
  `-- The schemas of the release before, by its migrations. Written by tools/upgrade/previous-release.ts; needs their roles.\n${parts.join('\n')}\n`,
);
process.exit(0);
