// npm run lint [-- PATH ...]: ESLint over the workspace, with the boundaries between projects; without paths also what
// holds between documents and code (tools/checks).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkAll } from './checks/all.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const env = { ...process.env, NX_DAEMON: 'false' };

// The rule about boundaries reads Nx's project graph and makes none by itself: without this it would know no project.
const graph = spawnSync(process.execPath, [bin('nx/dist/bin/nx.js'), 'show', 'projects'], { cwd: root, env, encoding: 'utf8' });
if (graph.status !== 0) {
  process.stderr.write(`The project graph cannot be made:\n${graph.stdout ?? ''}${graph.stderr ?? graph.error?.message}`);
  process.exit(1);
}
const paths = process.argv.slice(2);
const agreed = paths.length > 0 || (await checkAll());
const { status } = spawnSync(process.execPath, [bin('eslint/bin/eslint.js'), '--max-warnings=0', '--no-warn-ignored', ...(paths.length > 0 ? paths : ['.'])], { cwd: root, env, stdio: 'inherit' });
process.exit(agreed ? (status ?? 1) : 1);
