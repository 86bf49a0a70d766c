// A server with the interface of S3 that stores objects as files: versitygw, which checks every signature and checksum.
// Go compiles it, once for each version.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Bucket, createBucket } from '@tollgate/chaos/files/bucket';
import { cacheDirectory, freePort, managedProcess, say } from '@tollgate/harness/process';
import { has, run } from './packages.ts';

const version = 'v1.8.0';
const credentials = { AWS_ACCESS_KEY_ID: 'tollgate', AWS_SECRET_ACCESS_KEY: 'secret of a test' };

/** Compiles the server unless it exists. @returns its program; null on a machine without Go */
export async function installVersitygw(): Promise<string | null> {
  const directory = join(cacheDirectory(), `versitygw-${version}`);
  const program = join(directory, 'versitygw');
  if (existsSync(program)) return program;
  if (!has('go')) {
    say('This machine has no Go toolchain: no server of a bucket');
    return null;
  }
  say(`Compiling versitygw ${version} ...`);
  mkdirSync(directory, { recursive: true });
  // A machine with an older Go fetches the one that the source needs.
  const env = { GOBIN: directory, GOTOOLCHAIN: 'auto', GOFLAGS: '' };
  await run('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${version}`], { env, cwd: directory });
  return program;
}

/**
 * Starts a server with an empty bucket.
 * @param dir where its objects are
 * @param log the file that receives its output
 * @returns null on a machine without Go
 */
export async function startVersitygw(dir: string, log: string): Promise<(Bucket & { stop(): Promise<void> }) | null> {
  const program = await installVersitygw();
  if (!program) return null;
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  mkdirSync(dir, { recursive: true });
  const server = managedProcess({
    name: 'versitygw',
    command: program,
    args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', dir],
    env: { ROOT_ACCESS_KEY: credentials.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: credentials.AWS_SECRET_ACCESS_KEY },
    log,
    ready: async () => (await fetch(`${endpoint}/health`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  await server.start();
  return { ...(await createBucket(endpoint, credentials)), stop: () => server.stop() };
}
