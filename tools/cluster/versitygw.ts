// A server with the interface of S3 that stores objects as files: versitygw, which checks every signature and checksum.
import { mkdirSync } from 'node:fs';
import { type Bucket, createBucket } from '@tollgate/chaos/files/bucket';
import { goProgram } from '@tollgate/harness/go-program';
import { freePort, managedProcess } from '@tollgate/harness/process';

const version = 'v1.8.0';
const credentials = { AWS_ACCESS_KEY_ID: 'tollgate', AWS_SECRET_ACCESS_KEY: 'secret of a test' };

/** @returns the compiled server; null on a machine without Go */
export const installVersitygw = (): string | null =>
  goProgram('versitygw', 'github.com/versity/versitygw/cmd/versitygw', version);

/**
 * Starts a server with an empty bucket.
 * @param dir where its objects are
 * @param log the file that receives its output
 * @returns null on a machine without Go
 */
export async function startVersitygw(dir: string, log: string): Promise<(Bucket & { stop(): Promise<void> }) | null> {
  const program = installVersitygw();
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
