// npm run lint: ESLint over the workspace, with the boundaries between projects.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const env = { ...process.env, NX_DAEMON: 'false' };

// The rule about boundaries reads Nx's project graph and makes none by itself: without this it would know no project.
const graph = spawnSync(process.execPath, [bin('nx/dist/bin/nx.js'), 'show', 'projects'], { cwd: root, env, encoding: 'utf8' });
if (graph.status !== 0) {
  process.stderr.write(`The project graph cannot be made:\n${graph.stdout ?? ''}${graph.stderr ?? graph.error?.message}`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [bin('eslint/bin/eslint.js'), '--max-warnings=0', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])], { cwd: root, env, stdio: 'inherit' });
process.exit(status ?? 1);
