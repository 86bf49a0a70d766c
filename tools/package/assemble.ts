// The npm package `tollgate`: the compiled standalone service and its pages, with the packages that it needs to run.
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { bundle } from './bundle.ts';

interface Manifest {
  version: string;
  license: string;
  engines: Record<string, string>;
  dependencies?: Record<string, string>;
  exports: Record<string, Record<string, string>>;
}

/** The service fetches it at its first start, unless it has a server. */
const fetchedLater = 'chdb';
const apps = ['standalone', 'console'];
const command = 'tools/package/tollgate.mjs';
/** The command and the modules that it imports. */
const commandFiles = [command, 'tools/node.mjs', 'tools/service-process.mjs', 'tools/harness/node-options.mjs'];
/** Types, maps and the compiler's notes: nothing of them is needed to run. */
const isForDevelopment = (path: string): boolean => /\.(d\.ts|map|tsbuildinfo)$|\.fixture\.js$/.test(path);

const read = (path: string): Manifest => JSON.parse(readFileSync(join(repository, path), 'utf8')) as Manifest;

const copyCompiled = (from: string, to: string): void =>
  cpSync(join(repository, from, 'dist'), join(to, 'dist'), {
    recursive: true,
    filter: (source) => !isForDevelopment(source),
  });

/** The libraries that compiled modules of a directory import. */
function importedBy(directory: string): string[] {
  const modules = globSync('**/*.js', { cwd: directory }).map((path) => readFileSync(join(directory, path), 'utf8'));
  const names = modules.flatMap((text) =>
    [...text.matchAll(/from '@tollgate\/([\w-]+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** The libraries that the service needs, with those that they need. */
function librariesOf(directory: string, found = new Set<string>()): Set<string> {
  for (const name of importedBy(directory)) {
    if (found.has(name)) continue;
    found.add(name);
    librariesOf(join(repository, 'libs', name, 'dist'), found);
  }
  return found;
}

/** A library as a package within the package, without the entrance to its sources. */
function copyLibrary(name: string, directory: string): void {
  const { version, exports } = read(`libs/${name}/package.json`);
  const place = join(directory, 'node_modules', '@tollgate', name);
  copyCompiled(`libs/${name}`, place);
  const compiled = Object.entries(exports).map(([path, { default: file }]) => [path, file]);
  const manifest = { name: `@tollgate/${name}`, version, type: 'module', exports: Object.fromEntries(compiled) };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
}

/**
 * Writes the package into an empty directory.
 * @throws Error without a build
 */
export function assemble(directory: string): void {
  const standalone = join(repository, 'apps', 'standalone', 'dist');
  if (!existsSync(join(standalone, 'main.js'))) throw new Error('Nothing is compiled: run npm run build first.');
  mkdirSync(directory, { recursive: true });
  for (const app of apps) copyCompiled(`apps/${app}`, join(directory, 'apps', app));
  const libraries = [...librariesOf(standalone)].sort();
  for (const name of libraries) copyLibrary(name, directory);
  for (const file of commandFiles) cpSync(join(repository, file), join(directory, file));
  chmodSync(join(directory, command), 0o755);
  cpSync(join(repository, 'LICENSE'), join(directory, 'LICENSE'));
  cpSync(join(repository, 'tools/package/README.md'), join(directory, 'README.md'));
  const { version, license, engines } = read('package.json');
  const own = libraries.map((name) => `@tollgate/${name}`);
  const manifests = ['package.json', ...libraries.map((name) => `libs/${name}/package.json`)];
  const others = manifests.flatMap((path) => Object.entries(read(path).dependencies ?? {}));
  const versions = Object.fromEntries(others.filter(([name]) => name !== fetchedLater));
  const { bundled, fetched } = bundle(Object.keys(versions), directory);
  const inside = [...own, ...bundled];
  const manifest = {
    name: 'tollgate',
    version,
    description: 'Open billing by usage: meters, plans, invoices, wallets, webhooks and a portal, in one process',
    license,
    type: 'module',
    engines,
    bin: { tollgate: command },
    dependencies: { ...fetched, ...Object.fromEntries(inside.map((name) => [name, versions[name] ?? version])) },
    bundleDependencies: inside,
  };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
