// The order of libraries, and of the folders in each and in the console, as their README.md lists them. A folder imports
// only from those above it. The list of a library has one level, or two where folders are grouped in wings.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { listFiles, read, root } from './files.mjs';

/** Entry files that connect a library's folders: no folder may import one of them. */
const entrances = String.raw`(index|reader|measured|[a-z-]+\.module|[a-z-]+\.migrations)\.ts$`;
const pages = 'apps/console';
const tests = String.raw`\.(spec|fixture)\.ts$`;
/** Only modules import the module of a wing. */
const anyModule = String.raw`\.module\.ts$`;

/** The names of a numbered list: "1. `tables`: what they are for". */
export const listed = (markdown) => [...markdown.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, name]) => name);

/** The folders of a library in order; those of a wing, which the list indents below it, as `wing/folder`. */
export function listedFolders(markdown) {
  const wings = [];
  for (const [, indent, name] of markdown.matchAll(/^( {3})?\d+\. `([^`]+)`/gm)) {
    if (indent === undefined) wings.push({ name, folders: [] });
    else wings.at(-1)?.folders.push(name);
  }
  return wings.flatMap(({ name, folders }) =>
    folders.length > 0 ? folders.map((inner) => `${name}/${inner}`) : [name],
  );
}

/** Nothing imports what stands below it. @param pathOf the pattern of a name's files */
export const orderRules = (names, pathOf) =>
  names.slice(0, -1).map((name, place) => ({
    name: `${name} stands above`,
    severity: 'error',
    from: { path: pathOf(name), pathNot: tests },
    to: {
      path: `^(${names
        .slice(place + 1)
        .map((later) => pathOf(later).slice(1))
        .join('|')})`,
    },
  }));

/** The rules of a library with layers, by the list of its folders, each `folder` or `wing/folder`. */
export const folderRules = (library, folders) => [
  ...orderRules(folders, (folder) => `^libs/${library}/src/${folder}/`),
  ...orderRules(wingsOf(folders), (wing) => `^libs/${library}/src/${wing}/`),
  ...wingsOf(folders).map((wing) => ({
    name: 'the module of a wing stands below its folders',
    severity: 'error',
    from: { path: `^libs/${library}/src/[^/]+/`, pathNot: [anyModule, tests] },
    to: { path: `^libs/${library}/src/${wing}/[a-z-]+\\.module\\.ts$` },
  })),
  {
    name: 'entrances stand below all folders',
    severity: 'error',
    from: { path: `^libs/${library}/src/[^/]+/`, pathNot: tests },
    to: { path: `^libs/${library}/src/${entrances}` },
  },
  {
    name: 'what all folders share imports none of them',
    severity: 'error',
    from: { path: `^libs/${library}/src/[^/]+$`, pathNot: [`^libs/${library}/src/${entrances}`, tests] },
    to: { path: `^libs/${library}/src/[^/]+/`, pathNot: '/tables/|\\.tables\\.ts$' },
  },
];

/** The first parts of `wing/folder`, in order. */
const wingsOf = (folders) => [...new Set(folders.flatMap((path) => (path.includes('/') ? [path.split('/')[0]] : [])))];

export const noCircles = { name: 'circle', severity: 'error', from: { path: '^libs/' }, to: { circular: true } };

/** The rules of the console: its folders in order, and no feature that needs itself by way of another one. */
export const consoleRules = (names) => [
  { name: 'circle', severity: 'error', from: { path: `^${pages}/` }, to: { circular: true } },
  {
    name: 'circle of features',
    severity: 'error',
    scope: 'folder',
    from: { path: `^${pages}/src/features/` },
    to: { circular: true },
  },
  ...orderRules(names, (name) => `^${pages}/${name}/`),
];

/** Missing and superfluous folders of a library's list, one line each. */
export function listProblems(library, names, folders) {
  return [
    ...folders
      .filter((folder) => !names.includes(folder))
      .map((folder) => `libs/${library}/README.md: does not list ${folder}`),
    ...names.filter((name) => !folders.includes(name)).map((name) => `libs/${library}/README.md: ${name} is not there`),
  ];
}

/** Imports that break the rules, one line each. Type imports count. */
export async function brokenRules(forbidden, directory, paths = ['libs']) {
  const { output } = await cruise(paths, {
    baseDir: directory,
    ruleSet: { forbidden },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['tollgate-source', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  });
  return output.summary.violations.map(
    ({ from, to, rule, cycle }) =>
      `${from}: ${rule.name}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : to}`,
  );
}

/** The names at a place, from the files of the repository: empty folders do not count. */
const namesAt = (pattern) => [...new Set(listFiles().flatMap((path) => pattern.exec(path)?.[1] ?? []))];
/** The folders of a library; those of a wing as `wing/folder`. */
function foldersOf(library, wings) {
  const folders = namesAt(new RegExp(`^libs/${library}/src/([^/]+)/`));
  return folders.flatMap((folder) =>
    wings.includes(folder) ? namesAt(new RegExp(`^libs/${library}/src/(${folder}/[^/]+)/`)) : [folder],
  );
}

/** All imports that break the order, and lists that differ from the folders, one line each. */
export async function checkLayers() {
  const libraries = listed(read('libs/README.md'));
  const there = namesAt(/^libs\/([^/]+)\//);
  const problems = [
    ...there
      .filter((library) => !libraries.includes(library))
      .map((library) => `libs/README.md: does not list ${library}`),
    ...libraries
      .filter((library) => !there.includes(library))
      .map((library) => `libs/README.md: ${library} is not there`),
  ];
  const rules = [noCircles, ...orderRules(libraries, (library) => `^libs/${library}/`)];
  for (const library of libraries.filter(
    (name) => there.includes(name) && existsSync(join(root, 'libs', name, 'README.md')),
  )) {
    const names = listedFolders(read(`libs/${library}/README.md`));
    if (names.length === 0) continue;
    problems.push(...listProblems(library, names, foldersOf(library, wingsOf(names))));
    rules.push(...folderRules(library, names));
  }
  const ofConsole = consoleRules(listed(read(`${pages}/README.md`)));
  return [...problems, ...(await brokenRules(rules, root)), ...(await brokenRules(ofConsole, root, [`${pages}/src`]))];
}
