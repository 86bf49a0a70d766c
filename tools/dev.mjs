// npm run dev: like `npm start`, and restarts whenever a source has changed and everything compiles, the pages too. The
// service keeps running if something does not compile. Data, keys and port are those of `npm start`.
import { spawn } from 'node:child_process';
import { watch as watchFiles } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { explain, makeReady, root, say, startService } from './launch.mjs';
import { supportedNode } from './node.mjs';
import { onSignals } from './service-process.mjs';

const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
const sourcesOfPages = join(root, 'apps', 'console', 'src');
/** Editors write a file in several steps. */
const quietMs = 300;

let service;
let stopping = false;
let restarts = Promise.resolve();

/** Starts the service; a running one is stopped first, and finishes its current work. */
async function restart() {
  if (stopping) return;
  const before = service;
  service = undefined;
  if (before) {
    say('Starting again ...');
    before.child.kill('SIGTERM');
    await before.ended;
  }
  if (stopping) return;
  const started = (service = startService());
  void started.ended.then((code) => {
    if (service !== started || stopping) return;
    service = undefined;
    say(`The service ended (${code}); it starts again with the next change.`);
  });
}

/** Builds the pages if their sources or the interface have changed. @returns whether they are built now */
const buildPages = () =>
  new Promise((resolve) => {
    const program = join(root, 'tools', 'pages', 'main.mjs');
    const child = spawn(supportedNode({ say }), [program], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code) => resolve(code === 0));
  });

/** Brings the pages up to date, then the service. Several changes during one build need one more. */
function update() {
  restarts = restarts.then(async () => {
    if (!stopping && (await buildPages())) await restart();
  });
}

/** Calls `changed` after each change of the pages' sources; their generated types are none. */
function watchPages(changed) {
  let timer;
  return watchFiles(sourcesOfPages, { recursive: true }, (_, name) => {
    if (name?.endsWith('schema.d.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs);
  });
}

/** Compiles changed sources, now and on every change; calls `compiled` each time that everything compiles. */
function watch(compiled) {
  const args = [compiler, '-b', 'tsconfig.json', '--watch', '--preserveWatchOutput'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== '') say(line);
    if (/Found 0 errors/.test(line)) compiled();
  });
  return { child, stop: () => endGroup(child) };
}

/** The compiler is a grandchild process: both are ended through their process group. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

try {
  await makeReady({ compiled: false });
  const watcher = watch(update);
  const pages = watchPages(update);
  const stop = async (signal) => {
    stopping = true;
    watcher.stop();
    pages.close();
    service?.child.kill(signal);
    await restarts;
    process.exitCode = (await service?.ended) ?? 0;
  };
  onSignals((signal) => void stop(signal));
  watcher.child.once('exit', () => {
    if (stopping) return;
    say('The compiler ended; without it nothing is watched.');
    void stop('SIGTERM').then(() => (process.exitCode = 1));
  });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
