// node tools/upgrade/previous-release.mjs: writes the migrations of the compiled code as SQL, with the records that databases
// keep of them. Run with a release; apps/standalone/src/migrations.integration.spec.ts migrates such a database to
// newer code.
import { writeFileSync } from 'node:fs';
import { everyMigration } from '../../apps/standalone/dist/composition.js';
import { platformMigrations, stepsOf } from '../../libs/platform/dist/index.js';

const target = new URL('previous-release.sql', import.meta.url);

/** The tables in which Kysely records applied migrations. */
const record = (schema) =>
  `create table ${schema}.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);`;

/** Ordered times. */
const time = (place) => new Date(Date.UTC(2020, 0, 1, 0, 0, place)).toISOString();

const parts = [platformMigrations, ...everyMigration].map((migrations) => {
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
  `-- The schemas of the release before, by its migrations. Written by tools/upgrade/previous-release.mjs; needs their roles.\n${parts.join('\n')}\n`,
);
process.exit(0);
