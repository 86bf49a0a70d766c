// npm run test:recipes [-- NAME ...]
// Plays the walks of the documentation against a standalone service: the first invoice of the README, and the recipes of
// docs/start/recipes. Each command runs in a shell as a reader would run it, and must print the answer below it. NAME
// plays only pages whose path contains it. Closes with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, runAtDeath } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone, type Standalone } from '@tollgate/harness/standalone';
import { answersOf, scriptOf, stepsOf, type WalkStep } from './walks.ts';

const { positionals: chosen } = parseArgs({ allowPositionals: true });
const longestMs = 300_000;
const mark = '>>> step ';

/** The README's walk begins here: the commands before it start a service. */
const firstWalk = { path: 'README.md', from: '## Your first invoice', to: '## From your program' };

/** The pages with their Markdown. */
function walks(): { path: string; markdown: string }[] {
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');
  const [, behind = ''] = read(firstWalk.path).split(firstWalk.from);
  const [first = ''] = behind.split(firstWalk.to);
  const recipes = globSync('docs/start/recipes/*.md', { cwd: repository }).sort();
  return [{ path: firstWalk.path, markdown: first }, ...recipes.map((path) => ({ path, markdown: read(path) }))];
}

/** Runs the steps in one shell. @returns what each printed */
async function play(steps: readonly WalkStep[], service: Standalone): Promise<(string | undefined)[]> {
  const shell = spawn('bash', ['-s'], {
    cwd: repository,
    env: { PATH: process.env.PATH, PORT: new URL(service.baseUrl).port, DATA_DIR: service.dir },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: longestMs,
  });
  // A step that waits would go on without end.
  const cancel = runAtDeath(['kill', String(shell.pid)]);
  let output = '';
  shell.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise((resolve) => shell.once('close', resolve));
  shell.stdin.end(scriptOf(steps, mark));
  await ended;
  cancel();
  return answersOf(output, steps.length, mark);
}

/** The steps of a walk that printed something else, each a line. */
function differences(steps: readonly WalkStep[], answers: readonly (string | undefined)[]): string[] {
  return steps.flatMap(({ line, answer }, place) => {
    const printed = answers[place];
    return printed === answer
      ? []
      : [`line ${line}: expected\n${answer}\nand it printed\n${printed ?? '(it did not run)'}`];
  });
}

const report = new Report();
const service = await startStandalone();
try {
  for (const { path, markdown } of walks()) {
    if (chosen.length > 0 && !chosen.some((name) => path.includes(name))) continue;
    const steps = stepsOf(markdown);
    await report.attempt(`${path}: ${steps.length} steps`, async () => {
      const found = differences(steps, await play(steps, service));
      if (steps.length === 0 || found.length > 0) throw new Error(found.join('\n') || 'no steps');
    });
  }
} catch (error) {
  report.error(error);
} finally {
  await service.stop({ keep: report.counts.failed > 0 });
}
report.finish();
