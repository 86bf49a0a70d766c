// An empty bucket on a server with the interface of S3.
import { CreateBucketCommand, PutObjectCommand, S3Client, paginateListObjectsV2 } from '@aws-sdk/client-s3';

const name = 'tollgate-files';
const folder = 'documents';

/** Credentials, in the variables that all AWS tools read. */
export interface Credentials {
  AWS_ACCESS_KEY_ID: string;
  AWS_SECRET_ACCESS_KEY: string;
}

/** A bucket, and how services find it. */
export interface Bucket {
  name: string;
  endpoint: string;
  /** Settings of a service that keeps the files of documents there. */
  env: Record<keyof Credentials | 'FILE_STORE_URL', string>;
  /** The names of all objects whose names begin with a prefix, such as an organization's id. */
  names(prefix?: string): Promise<string[]>;
  /** Stores an object. @param key its whole name */
  put(key: string, content: Buffer): Promise<void>;
}

/** Creates the bucket. @param endpoint the address of the server */
export async function createBucket(endpoint: string, credentials: Credentials): Promise<Bucket> {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials: {
      accessKeyId: credentials.AWS_ACCESS_KEY_ID,
      secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY,
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return {
    name,
    endpoint,
    env: {
      ...credentials,
      FILE_STORE_URL: `s3://${name}/${folder}?region=us-east-1&endpoint=${encodeURIComponent(endpoint)}`,
    },
    async names(prefix = '') {
      const found: string[] = [];
      for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: `${folder}/${prefix}` }))
        found.push(...(page.Contents ?? []).map(({ Key: key = '' }) => key));
      return found;
    },
    async put(key, content) {
      await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: content }));
    },
  };
}
