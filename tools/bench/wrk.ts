// wrk, a load generator that does not limit the results. It is the one on the path, or Debian's package of a pinned
// version and checksum, unpacked into the cache. Elsewhere autocannon replaces it.
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PostResult, PostTask } from './load-tasks.ts';
import { cacheDirectory, say } from '@tollgate/harness/process';

/** A program, and the variables that it needs. */
interface Program {
  command: string;
  env: Record<string, string>;
}

/** The figures that the script prints at the end. */
interface Printed {
  calls: number;
  refused: number;
  errors: number;
  seconds: number;
  p50: number;
  p99: number;
}

const script = fileURLToPath(new URL('events.lua', import.meta.url));
/** The unpacked packages, on Debian 12 with amd64. */
const packages = [
  {
    name: 'wrk=4.1.0-3+b2',
    sha256: 'b0206dc74df85365a248ddac2433c0ee3f210579fc5ed83758e73354bb1bbefb',
  },
  {
    name: 'libluajit-5.1-2=2.1.0~beta3+git20220320+dfsg-4.1+deb12u1',
    sha256: '1f0ea919d09d47420993aca0102ec0aed46338b2bf7e072a4b4566c5616f09d2',
  },
];

const run = (command: string, args: string[], options: Pick<SpawnSyncOptions, 'cwd' | 'env'> = {}) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 120_000, ...options });
const versionOf = ({ command, env }: Program): string | undefined =>
  run(command, ['-v'], { env: { ...process.env, ...env } }).stdout?.match(/^wrk (\S+)/)?.[1];

function unpack({ name, sha256 }: (typeof packages)[number], directory: string): boolean {
  const loaded = mkdtempSync(join(directory, 'load-'));
  try {
    if (run('apt-get', ['download', name], { cwd: loaded }).status !== 0) return false;
    const [file = ''] = readdirSync(loaded);
    if (
      createHash('sha256')
        .update(readFileSync(join(loaded, file)))
        .digest('hex') !== sha256
    )
      throw new Error(`${name} is not the package that is known`);
    return run('dpkg-deb', ['-x', join(loaded, file), directory]).status === 0;
  } finally {
    rmSync(loaded, { recursive: true, force: true });
  }
}

function install(): Program | undefined {
  const place = join(cacheDirectory(), 'wrk-4.1.0');
  if (!existsSync(place)) {
    mkdirSync(cacheDirectory(), { recursive: true });
    const fresh = mkdtempSync(join(cacheDirectory(), 'wrk-'));
    if (!packages.every((each) => unpack(each, fresh))) {
      rmSync(fresh, { recursive: true, force: true });
      return undefined;
    }
    renameSync(fresh, place);
  }
  const libraries = join(place, 'usr', 'lib', 'x86_64-linux-gnu');
  return { command: join(place, 'usr', 'bin', 'wrk'), env: { LD_LIBRARY_PATH: libraries } };
}

let cached: (Program & { version: string }) | null | undefined;
/** wrk, or null if it is unavailable. */
export function wrk(): (Program & { version: string }) | null {
  if (cached === undefined) {
    const candidates = [() => ({ command: 'wrk', env: {} }), install];
    cached = null;
    for (const candidate of candidates) {
      const one = candidate();
      const version = one && versionOf(one);
      if (version) return (cached = { ...one, version });
    }
    say('wrk cannot be had here: autocannon takes its place, and may itself be the limit');
  }
  return cached;
}

/** Posts events for some time with wrk; returns its results. */
export async function postWithWrk({ command, env }: Program, task: PostTask): Promise<PostResult> {
  const { baseUrl, key, connections, seconds, run: name, code, field, count, subscriptions } = task;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const child = spawn(
    command,
    [
      ...['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '60s', '-s', script],
      ...Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]),
      `${baseUrl}/api/v1/events${count === 1 ? '' : '/batch'}`,
      '--',
      ...[name, code, field, String(count), ...subscriptions],
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const line = /^@(.*)$/m.exec(output)?.[1];
  if (status !== 0 || !line) throw new Error(`wrk ended with ${status}: ${output.slice(-500)}`);
  const result = JSON.parse(line) as Printed;
  return {
    events: (result.calls - result.refused) * count,
    seconds: result.seconds,
    refused: result.refused > 0 ? { 'other than 200': result.refused } : {},
    errors: result.errors,
    latency: { p50: result.p50, p99: result.p99 },
  };
}
