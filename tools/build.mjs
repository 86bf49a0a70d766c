// Compiles every library and application (TypeScript project references, incremental).
//   node tools/build.mjs           emit JavaScript and type declarations into each project's dist/
//   node tools/build.mjs --specs   only check the types of the test files
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/@typescript/native/bin/tsc', import.meta.url));
const args = process.argv.includes('--specs') ? ['-p', 'tsconfig.spec.json'] : ['-b', 'tsconfig.json'];
const { status } = spawnSync(process.execPath, [compiler, ...args], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
