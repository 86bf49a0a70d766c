import { hash } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { FileStore } from './file-store.js';

const attempts = 3;
const connectMs = 3_000;
const answerMs = 15_000;
const connections = 16;

/** Files in a bucket of S3 or of a server with its interface. */
export class S3Store implements FileStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;

  /**
   * @param address `s3://bucket/prefix?region=eu-central-1`; `endpoint` names another server. Credentials come from the
   * variables, files and roles that all AWS tools read.
   */
  constructor(address: URL) {
    const { hostname, pathname, searchParams } = address;
    const endpoint = searchParams.get('endpoint');
    this.bucket = hostname;
    this.prefix = pathname.replace(/^\/+|\/+$/g, '');
    this.client = new S3Client({
      region: searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
      // Other servers rarely have a name for each bucket.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      maxAttempts: attempts,
      requestHandler: new NodeHttpHandler({
        connectionTimeout: connectMs,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets: connections },
        httpsAgent: { maxSockets: connections },
      }),
    });
  }

  /** The server compares the content with its hash before it stores it. */
  async write(name: string, content: Buffer): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        ...this.placeOf(name),
        Body: content,
        ContentType: 'application/pdf',
        ChecksumSHA256: hash('sha256', content, 'base64'),
      }),
    );
  }

  async read(name: string): Promise<Buffer> {
    const { Body: body } = await this.client.send(new GetObjectCommand(this.placeOf(name)));
    if (!body) throw new Error(`${name} has no content`);
    return Buffer.from(await body.transformToByteArray());
  }

  async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.placeOf(name)));
  }

  private placeOf(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix === '' ? name : `${this.prefix}/${name}` };
  }
}
