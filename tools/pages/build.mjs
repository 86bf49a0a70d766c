// Builds the pages for people, apps/console: the types of the interface, their check, and the files that are served.
// Does nothing if neither their sources nor the interface document have changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const app = join(root, 'apps', 'console');
const stampFile = join(app, 'dist', '.inputs');

/** The documents of the interface and of the calls of operators, with the names that the service has for its own pages. */
export async function interfaceDocuments() {
  const contracts = await import(pathToFileURL(join(root, 'libs', 'contracts', 'dist', 'index.js')).href);
  const options = { version: 'pages', serverUrl: 'http://localhost', identifierPrefix: 'svc' };
  const documentOf = (routes) => JSON.stringify(contracts.openApiDocument(routes, options));
  return { schema: documentOf(contracts.allRoutes), 'operator-schema': documentOf(contracts.operatorRoutes) };
}

/** A digest of everything that the result depends on. */
function digestOf(documents) {
  const hash = createHash('sha256').update(JSON.stringify(documents));
  const files = globSync(
    ['apps/console/*.{ts,json,html}', 'apps/console/src/**/*', 'tools/pages/*.mjs', 'package-lock.json'],
    {
      cwd: root,
      exclude: (name) => name.endsWith('schema.d.ts'),
    },
  );
  for (const file of files.sort())
    if (/\.\w+$/.test(file)) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const run = (program, ...args) =>
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: app, stdio: 'inherit' }).status ===
  0;

/** Writes the types of the interface for the pages; they are not committed. */
async function writeTypes(documents) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  mkdirSync(join(app, 'dist'), { recursive: true });
  for (const [name, document] of Object.entries(documents)) {
    const types = astToString(await openapiTS(JSON.parse(document), { silent: true }));
    writeFileSync(join(app, 'src', 'api', `${name}.d.ts`), types);
  }
}

/** Builds the pages if their inputs have changed. @param documents of `interfaceDocuments` @returns whether they are built now */
export async function buildPages(documents) {
  const digest = digestOf(documents);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return true;
  await writeTypes(documents);
  const bundle = (mode) => run('vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn');
  const built =
    run('@typescript/native/bin/tsc', '-p', 'tsconfig.json') && ['console', 'portal', 'embed'].every(bundle);
  if (built) writeFileSync(stampFile, digest);
  return built;
}
