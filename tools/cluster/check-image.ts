// node tools/cluster/check-image.ts
// Runs the exact commands of the Dockerfile's build stage in a clean copy of the repository, with the files of the
// build context (.dockerignore). Then it starts every program of the result for a moment, with only the image's files:
// nothing may be missing. It needs no container engine; the Node version is this machine's.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { freePort, repository, say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { entryPoint, environment, migration, services } from './services.ts';

const report = new Report();
const passed = (text: string) => report.line(true, text);
const failed = (text: string) => report.line(false, text);

const wildcards = new Map([
  ['**/', '(?:.*/)?'],
  ['*', '[^/]*'],
]);

/** .dockerignore's patterns as a test on paths; the patterns used here contain ** and *, and no exceptions. */
function ignored(): (path: string) => boolean {
  const patterns = readFileSync(join(repository, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    if (pattern.startsWith('!')) throw new Error(`.dockerignore: exceptions are not understood here: ${pattern}`);
    const body = pattern
      .split(/(\*\*\/|\*)/)
      .map((part) => wildcards.get(part) ?? part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('');
    return new RegExp(`^${body}$`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

interface Instruction {
  keyword: string;
  rest: string;
}

/** The instructions of the stage `build`; continued lines are joined. */
function buildStage(): Instruction[] {
  const lines = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8').replace(/\\\n/g, ' ').split('\n');
  const instructions = lines
    .map((line) => /^\s*([A-Z]+)\s+(.*)$/.exec(line))
    .flatMap((match) => (match ? [{ keyword: match[1] ?? '', rest: (match[2] ?? '').trim() }] : []));
  const first = instructions.findIndex(({ keyword, rest }) => keyword === 'FROM' && / AS build$/i.test(rest));
  const after = instructions.findIndex(({ keyword }, index) => index > first && keyword === 'FROM');
  return instructions.slice(first + 1, after);
}

// A container does not see the npm run that this check may be part of.
const cleanEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|command|execpath|node_execpath)/.test(name) &&
      !['NODE_OPTIONS', 'NODE_ENV', 'INIT_CWD', ...environment].includes(name),
  ),
);

function execute(
  command: string,
  args: string[],
  { cwd, env = {}, timeoutMs }: { cwd: string; env?: Record<string, string>; timeoutMs?: number },
): Promise<{ status: number | string | null; output: string }> {
  const child = spawn(command, args, { cwd, env: { ...cleanEnvironment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data).slice(-20_000)));
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  return new Promise((resolve) => {
    const over = (status: number | string | null) => {
      clearTimeout(timer);
      resolve({ status, output });
    };
    child.once('error', (error) => over(error.message));
    child.once('close', (status, signal) => over(status ?? signal));
  });
}

function shorten(output: string): string {
  const lines = output
    .trimEnd()
    .split('\n')
    .filter((line) => !/^npm (warn|notice)/.test(line));
  return lines.length <= 40 ? lines.join('\n') : [...lines.slice(0, 20), '…', ...lines.slice(-20)].join('\n');
}

async function build(context: string): Promise<boolean> {
  const isIgnored = ignored();
  for (const { keyword, rest } of buildStage()) {
    const label = `${keyword} ${rest}`;
    if (keyword === 'WORKDIR') continue; // the temporary directory replaces it
    if (keyword === 'COPY') {
      const paths = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
      const target = join(context, paths.pop() ?? '');
      for (const path of paths) {
        cpSync(join(repository, path), paths.length > 1 ? join(target, path) : target, {
          recursive: true,
          filter: (source) => !isIgnored(relative(repository, source)),
        });
      }
      passed(label);
    } else if (keyword === 'RUN') {
      const { status, output } = await execute('sh', ['-c', rest], { cwd: context });
      if (status !== 0) {
        failed(`${label} (status ${status})\n${shorten(output)}`);
        return false;
      }
      say(label);
      passed(label);
    } else throw new Error(`The build stage uses ${keyword}, which this check does not know`);
  }
  return true;
}

/** Starts a program where no backend answers; only its messages about missing modules count. */
async function startsWithoutMissingModules(context: string, file: string): Promise<boolean> {
  if (!existsSync(join(context, file))) return failed(`${file} is not in the image`);
  const nowhere = `127.0.0.1:${await freePort()}`;
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    OPERATIONS_PORT: String(await freePort()),
    DATABASE_URL: `postgresql://nobody:nobody@${nowhere}/nothing`,
    CLICKHOUSE_URL: `http://${nowhere}`,
    KAFKA_BROKERS: nowhere,
    REDIS_URL: `redis://${nowhere}`,
    ADMIN_API_KEY: randomBytes(24).toString('base64url'),
    INTERNAL_TOKEN: randomBytes(24).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: `http://${nowhere}`,
    ...Object.fromEntries(services.map(({ urlVariable }) => [urlVariable, `http://${nowhere}`])),
  };
  const { output } = await execute(process.execPath, [file], { cwd: context, env, timeoutMs: 20_000 });
  const missing = /.*(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find (?:module|package)|CHDB_PLATFORM).*/.exec(
    output,
  );
  return missing ? failed(`${file}: ${missing[0].trim()}`) : passed(`${file} finds all its modules`);
}

const context = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
process.on('exit', () => rmSync(context, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
if (await build(context)) {
  const firstPage = 'libs/platform/dist/http/site/index.html';
  report.line(existsSync(join(context, firstPage)), `the image has the documentation: ${firstPage}`);
  const files = [...services.map(({ name }) => entryPoint(name)), migration];
  await Promise.all(files.map((file) => startsWithoutMissingModules(context, file)));
}
report.finish();
