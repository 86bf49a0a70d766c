// npm run lint [-- PATH ...]: checks formatting and English (tools/prose), and runs ESLint over the workspace, with the
// boundaries between projects. Oxlint checks the rules that need types (.oxlintrc.json) at the native compiler's speed.
// Without paths it also checks documents against code (tools/checks).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkAll } from './checks/all.mjs';
import { checkProse } from './prose/prose.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const env = { ...process.env, NX_DAEMON: 'false' };

// The boundary rule reads Nx's project graph but does not build it: without this it would know no project.
const graph = spawnSync(process.execPath, [bin('nx/dist/bin/nx.js'), 'show', 'projects'], {
  cwd: root,
  env,
  encoding: 'utf8',
});
if (graph.status !== 0) {
  process.stderr.write(
    `The project graph cannot be made:\n${graph.stdout ?? ''}${graph.stderr ?? graph.error?.message}`,
  );
  process.exit(1);
}
const paths = process.argv.slice(2);
const targets = paths.length > 0 ? paths : ['.'];
const run = (program, ...args) =>
  spawnSync(process.execPath, [bin(program), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0;

const agreed = paths.length > 0 || (await checkAll());
const readable = await checkProse(paths);
const formatted = run('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '--ignore-unknown', ...targets);
const linted = run(
  'eslint/bin/eslint.js',
  '--max-warnings=0',
  '--no-warn-ignored',
  '--no-error-on-unmatched-pattern',
  ...targets,
);
const typed = run('oxlint/bin/oxlint', '--no-error-on-unmatched-pattern', ...targets);
process.exitCode = agreed && readable && formatted && linted && typed ? 0 : 1;
