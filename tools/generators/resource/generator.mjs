// npx nx g @tollgate/generators:resource cost-center --service catalog --wing products --chapter Catalog
// Creates a resource like libs/catalog/src/issuers/taxes: a code, a name and a description, and the five calls. It adds
// it to contracts, tables, migrations and module. Its other fields are then written by hand.
import { formatFiles, generateFiles } from '@nx/devkit';
import { fileURLToPath } from 'node:url';
import {
  inIndex,
  inMemberPermissions,
  inMigrations,
  inModule,
  inPermissionGroups,
  inPermissionList,
  inPermissionType,
  inTables,
  inTags,
  nextMigration,
  recordedNumber,
} from './insertions.mjs';
import { namesOf } from './names.mjs';

const templates = (part) => fileURLToPath(new URL(`files/${part}`, import.meta.url));
const contracts = 'libs/contracts/src';

export default async function resource(tree, options) {
  const named = namesOf(options);
  const source = `libs/${named.service}/src`;
  const names = { ...named, tablesFolder: tablesFolderOf(tree, source, named.service) };
  if (!tree.exists(`${source}/${names.service}.module.ts`)) throw new Error(`There is no service ${names.service}`);
  const { module, folder } = placeOf(tree, source, names);
  if (tree.exists(folder)) throw new Error(`${folder} is there already`);

  const tables = `${source}/${names.tablesFolder}`;
  const migrations = `${source}/${names.service}.migrations.ts`;
  const number = nextMigration(tree.read(migrations, 'utf8'));
  const before = tree
    .children(`${source}/migrations`)
    .filter((file) => /^\d/.test(file))
    .sort()
    .at(-1);
  const recorded = recordedNumber(number, before && tree.read(`${source}/migrations/${before}`, 'utf8'));
  const edits = [
    [`${contracts}/resources/index.ts`, inIndex],
    ...permissionEdits(tree.read(`${contracts}/resources/api-keys.ts`, 'utf8'), names),
    [`${contracts}/openapi/tags.ts`, inTags],
    [existing(tree, `${tables}/${names.service}.tables.ts`), inTables],
    [migrations, inMigrations],
    [module, inModule],
  ];
  for (const [path, edit] of edits) tree.write(path, edit(tree.read(path, 'utf8'), names));

  generateFiles(tree, templates('contract'), `${contracts}/resources`, names);
  generateFiles(tree, templates('resource'), folder, names);
  generateFiles(tree, templates('migrations'), `${source}/migrations`, { ...names, number, recorded });
  generateFiles(tree, templates('tables'), tables, names);
  await formatFiles(tree);
  return () => {
    console.log(`
${names.upperMany} are there. What is left:
  - the fields: ${contracts}/resources/${names.files}.ts, each with its text, ${source}/migrations/${number}-${names.files}.ts, and what follows from them
  - messages, when others must know (${contracts}/messages.ts), and a reader, when others must ask
  - a scenario in conformance/scenarios, and an entry in docs/concepts/glossary.md
`);
  };
}

/** The edits for a new permission of keys; none for an existing one. */
const permissionEdits = (apiKeys, { permission }) =>
  new RegExp(`^  '${permission}',$`, 'm').test(apiKeys)
    ? []
    : [
        [`${contracts}/http/route.ts`, inPermissionType],
        [`${contracts}/resources/api-keys.ts`, inPermissionList],
        [`${contracts}/resources/member-permissions.ts`, inMemberPermissions],
        [`${contracts}/protocol/call-permissions.ts`, inPermissionGroups],
      ];

/** The folder of the list of tables, from the sources of a library; the types of the new table go there, too. */
const tablesFolderOf = (tree, source, service) =>
  ['model/tables', 'model'].find((folder) => tree.exists(`${source}/${folder}/${service}.tables.ts`)) ?? 'tables';

/** The folder of the resource, and the module that names its providers: of its wing, or of a library without wings. */
const placeOf = (tree, source, { service, wing, files }) =>
  wing
    ? { folder: `${source}/${wing}/${files}`, module: existing(tree, `${source}/${wing}/${wing}.module.ts`) }
    : { folder: `${source}/${files}`, module: `${source}/${service}.module.ts` };

function existing(tree, path) {
  if (!tree.exists(path)) throw new Error(`${path} is missing`);
  return path;
}
