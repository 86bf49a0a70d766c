// Compiles every library and application (TypeScript project references, incremental), and makes the pages for people
// and the site of the documentation.
//   node tools/build.mjs           emit JavaScript and type declarations into each project's dist/, and changed pages
//   node tools/build.mjs --specs   only check the types of the test files and of the tools; those of pages need a build before
//   node tools/build.mjs --project PATH   both, for one project and those that it needs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSdkTypes } from './clients/sdk-types.mjs';
import { buildDocsSite } from './docs-site/build.mjs';
import { buildPages, interfaceDocuments } from './pages/build.mjs';

/** Specs of the pages have the types of browsers and of JSX, so they have a configuration of their own. */
const pages = 'apps/console';
/** Its types are made from the compiled contracts, so it comes after all other libraries. */
const sdk = 'libs/sdk';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const compile = (...args) =>
  spawnSync(process.execPath, [compiler, ...args], { cwd: root, stdio: 'inherit' }).status === 0;

/** A configuration for the test files of one project: that of all of them, with other paths. */
function specsOf(project) {
  const directory = join(root, 'node_modules', '.cache', 'tollgate');
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `specs-${project.replaceAll('/', '-')}.json`);
  const include = ['libs/*/src/**/*.d.ts', `${project}/src/**/*.spec.ts`].map((path) => join(root, path));
  writeFileSync(file, JSON.stringify({ extends: join(root, 'tsconfig.spec.json'), include }));
  return file;
}

/** Copies the program of the reference page: its package brings a hundred others, which nothing else needs to run. */
function copyReferenceProgram() {
  const bundle = join(root, 'node_modules', 'redoc', 'bundles', 'redoc.standalone.js');
  copyFileSync(bundle, join(root, 'libs', 'platform', 'dist', 'http', 'redoc.standalone.js'));
}

async function compileRequested([option, project]) {
  if (option === '--specs')
    return ['tsconfig.spec.json', `${pages}/tsconfig.tests.json`, 'tools/tsconfig.json'].every((file) =>
      compile('-p', file),
    );
  if (option === '--project' && project.startsWith('tools/')) return compile('-p', 'tools/tsconfig.json');
  if (option === '--project' && project === sdk) await writeSdkTypes((await interfaceDocuments()).schema);
  if (option === '--project') return compile('-b', project) && compile('-p', specsOf(project));
  if (!compile('-b', 'tsconfig.json')) return false;
  copyReferenceProgram();
  const documents = await interfaceDocuments();
  await writeSdkTypes(documents.schema);
  if (!compile('-b', sdk)) return false;
  await buildDocsSite(documents.schema);
  return buildPages(documents);
}

process.exit((await compileRequested(process.argv.slice(2))) ? 0 : 1);
