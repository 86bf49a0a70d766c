// npx nx g @tollgate/generators:resource cost-center --service catalog
// Creates a resource like libs/catalog/src/taxes: a code, a name and a description, the five calls, and its place in
// contracts, tables, migrations and module. Its other fields are then written by hand.
import { formatFiles, generateFiles } from '@nx/devkit';
import { fileURLToPath } from 'node:url';
import {
  inIndex,
  inMigrations,
  inModule,
  inPermissionList,
  inPermissionType,
  inTables,
  nextMigration,
  recordedNumber,
} from './insertions.mjs';
import { namesOf } from './names.mjs';

const templates = (part) => fileURLToPath(new URL(`files/${part}`, import.meta.url));
const contracts = 'libs/contracts/src';

export default async function resource(tree, options) {
  const names = namesOf(options);
  const source = `libs/${names.service}/src`;
  const module = `${source}/${names.service}.module.ts`;
  if (!tree.exists(module)) throw new Error(`There is no service ${names.service}: ${module} is missing`);
  if (tree.exists(`${source}/${names.files}`)) throw new Error(`${source}/${names.files} is there already`);

  const tables = tablesOf(tree, source, names);
  const migrations = `${source}/${names.service}.migrations.ts`;
  const number = nextMigration(tree.read(migrations, 'utf8'));
  const before = tree.children(`${source}/migrations`).sort().at(-1);
  const recorded = recordedNumber(number, before && tree.read(`${source}/migrations/${before}`, 'utf8'));
  const edits = [
    [`${contracts}/resources/index.ts`, inIndex],
    [`${contracts}/http/route.ts`, inPermissionType],
    [`${contracts}/resources/api-keys.ts`, inPermissionList],
    [tables, inTables],
    [migrations, inMigrations],
    [module, inModule],
  ];
  for (const [path, edit] of edits) tree.write(path, edit(tree.read(path, 'utf8'), names));

  generateFiles(tree, templates('contract'), `${contracts}/resources`, names);
  generateFiles(tree, templates('library'), source, { ...names, number, recorded });
  await formatFiles(tree);
  return () => {
    console.log(`
${names.upperMany} are there. What is left:
  - the fields: ${contracts}/resources/${names.files}.ts, ${source}/migrations/${number}-${names.files}.ts, and what follows from them
  - messages, when others must know (${contracts}/messages.ts), and a reader, when others must ask
  - a scenario in conformance/scenarios, and an entry in docs/concepts/glossary.md
`);
  };
}

/** The file that lists the tables of a service. */
function tablesOf(tree, source, { service }) {
  const path = `${source}/tables/${service}.tables.ts`;
  if (!tree.exists(path)) throw new Error(`The tables of ${service} are not found: ${path} is missing`);
  return path;
}
