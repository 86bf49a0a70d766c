// A server with the interface of S3, in its own process: moto, which checks signatures' shape and checksums.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { freePort, managedProcess } from '@tollgate/harness/process';
import { pythonPrograms } from '@tollgate/python/python';
import { type Bucket, createBucket } from './bucket.ts';

export const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
/** Any credentials do. */
const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

/** Starts a server with an empty bucket. @param log the file that receives its output */
export async function startMoto(log: string): Promise<Bucket & { stop(): Promise<void> }> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = managedProcess({
    name: 'moto',
    command: join(await pythonPrograms('files', requirements), 'moto_server'),
    args: ['-H', '127.0.0.1', '-p', String(port)],
    log,
    ready: async () => (await fetch(`${endpoint}/moto-api/`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  await server.start();
  return { ...(await createBucket(endpoint, credentials)), stop: () => server.stop() };
}
