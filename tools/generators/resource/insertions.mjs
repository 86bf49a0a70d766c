// Insertions of a new resource into existing files. Each takes the text of a file and returns it with the addition. It
// refuses a file with an unexpected form, so nothing is left half done.

import { changed } from '../insertion.mjs';

/** After the last import. */
function withImport(text, line, declaration) {
  return changed(
    text,
    /^(?:[\s\S]*\n)?import [^\n]*;\n|^import [^\n]*;\n/,
    (imports) => `${imports}${line}\n`,
    declaration,
  );
}

export const inIndex = (text, { files }) => `${text.trimEnd()}\nexport * from './${files}.js';\n`;

/** Adds a permission to those that calls may require. */
export const inPermissionType = (text, { permission }) =>
  changed(text, /(export type PermissionResource =[^;]*)(;)/, `$1\n  | '${permission}'$2`, 'PermissionResource');

/** Adds a permission to those that keys may have. */
export const inPermissionList = (text, { permission }) =>
  changed(
    text,
    /(export const permissionResources = \[[^\]]*?),?\s*(\])/,
    `$1,\n  '${permission}',\n$2`,
    'permissionResources',
  );

/** Adds a group of members' permissions. */
export const inMemberPermissions = (text, { keys }) =>
  changed(
    text,
    /(const groups = \{[^}]*)(\} as const;)/,
    `$1  ${keys}: 'view create update delete',\n$2`,
    'the permissions of members',
  );

/** Names the group of members' permissions for a permission of keys. */
export const inPermissionGroups = (text, { permission, keys }) =>
  changed(text, /(const groupOf: [^=]*= \{[^}]*)(\};)/, `$1  ${permission}: '${keys}',\n$2`, 'groupOf');

/** Adds a tag for the calls to a chapter of the OpenAPI document. */
export const inTags = (text, { chapter, upperMany, keys }) =>
  changed(
    text,
    new RegExp(`(name: '${chapter}',\\n    tags: \\[[^]*?)(\\n    \\],\\n  \\},)`),
    `$1\n      { name: '${upperMany}', description: '${upperMany} of the organization.', paths: /^\\/${keys}(\\/|$$)/ },$2`,
    `the chapter ${chapter}`,
  );

/** Adds the text of the shape to the OpenAPI document, in the order of the names. */
export function inTables(text, { types, keys, files, schema }) {
  const added = changed(
    text,
    /(export interface \w+Tables[^{]*\{[^}]*)(\})/,
    `$1  '${schema}.${keys}': ${types}Table;\n$2`,
    'the tables',
  );
  return withImport(added, `import type { ${types}Table } from './${files}.tables.js';`, 'the tables');
}

export function inModule(text, { types, files }) {
  const withController = changed(
    text,
    /controllers: \[\s*/,
    (found) => `${found}${types}Controller, `,
    'the controllers of the module',
  );
  const withService = changed(
    withController,
    /providers: \[\s*/,
    (found) => `${found}${types}Service, `,
    'the providers of the module',
  );
  const imports = [
    `import { ${types}Controller } from './${files}/${files}.controller.js';`,
    `import { ${types}Service } from './${files}/${files}.service.js';`,
  ];
  return withImport(withService, imports.join('\n'), 'the module');
}

/** The number of the next migration, of three digits. */
export const nextMigration = (text) => {
  const numbers = [...text.matchAll(/^import [^\n]* from '\.\/migrations\/(\d{3})-/gm)].map(([, number]) =>
    Number(number),
  );
  return String(Math.max(0, ...numbers) + 1).padStart(3, '0');
};

/**
 * The number that databases record for the migration. It is greater than that of the previous file, because migrations
 * run in its order. A baseline records several.
 */
export const recordedNumber = (number, textBefore = '') => {
  const [names = ''] = /^ {2}names?: (?:\[[^\]]*\]|.*)/m.exec(textBefore) ?? [];
  const before = Number([...names.matchAll(/'(\d{3})_/g)].at(-1)?.[1] ?? 0);
  return String(Math.max(Number(number), before + 1)).padStart(3, '0');
};

/** As the last migration. */
export function inMigrations(text, { camels, files }) {
  const number = nextMigration(text);
  const added = changed(text, /(migrations: \[[^\]]*?),?\s*\]/, `$1, ${camels}]`, 'the migrations');
  return withImport(added, `import { ${camels} } from './migrations/${number}-${files}.js';`, 'the migrations');
}
