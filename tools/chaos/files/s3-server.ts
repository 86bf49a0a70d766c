// A server with the interface of S3, in its own process: moto, which checks signatures' shape and checksums.
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { freePort, managedProcess } from '@tollgate/harness/process';
import { pythonPrograms } from '@tollgate/python/python';

const bucket = 'tollgate-files';
export const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
/** Any credentials do. */
export const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

/** A running server with one bucket. */
export interface S3Server {
  /** The value of `FILE_STORE_URL`. */
  url: string;
  /** The names of all objects. */
  names(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts a server with an empty bucket. @param log the file that receives its output */
export async function startS3(log: string): Promise<S3Server> {
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
  const client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: credentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY,
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    url: `s3://${bucket}/documents?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`,
    names: async () => {
      const { Contents: objects = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return objects.map(({ Key: key = '' }) => key);
    },
    stop: () => server.stop(),
  };
}
