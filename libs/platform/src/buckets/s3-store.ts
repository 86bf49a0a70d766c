import { hash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';

const attempts = 3;
const connectMs = 3_000;
const answerMs = 15_000;
const connections = 16;

/** A bucket, and how to reach it. */
export interface BucketPlace {
  bucket: string;
  /** Of the names of all files, without slashes at its ends. */
  prefix: string;
  region: string;
  /** Another server than that of AWS. */
  endpoint: string | null;
  /** Null: those of the variables, files and roles that all AWS tools read. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Null: the system's. */
  lookup: LookupFunction | null;
}

/** An object of a bucket. */
export interface ListedObject {
  /** Below the prefix of the store. */
  name: string;
  bytes: number;
  /** Differs once the object was replaced. */
  version: string;
}

/** The place of `s3://bucket/prefix?region=eu-central-1`; `endpoint` names another server. */
export function placeOf({ hostname, pathname, searchParams }: URL): BucketPlace {
  return {
    bucket: hostname,
    prefix: pathname.replace(/^\/+|\/+$/g, ''),
    region: searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint: searchParams.get('endpoint'),
    credentials: null,
    lookup: null,
  };
}

/** Files in a bucket of S3 or of a server with its interface. */
export class S3Store {
  private readonly client: S3Client;

  constructor(private readonly place: BucketPlace) {
    const { region, endpoint, credentials, lookup } = place;
    // Agents of its own: the handler would connect large uploads without the lookup.
    const sockets = { keepAlive: true, maxSockets: connections, ...(lookup === null ? {} : { lookup }) };
    this.client = new S3Client({
      region,
      // Other servers rarely have a name for each bucket.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === null ? {} : { credentials }),
      maxAttempts: attempts,
      requestHandler: new NodeHttpHandler({
        connectionTimeout: connectMs,
        requestTimeout: answerMs,
        throwOnRequestTimeout: true,
        httpAgent: new HttpAgent(sockets),
        httpsAgent: new HttpsAgent(sockets),
      }),
    });
  }

  /** The server compares the content with its hash before it stores it. */
  async write(name: string, content: Buffer, type = 'application/pdf'): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        ...this.placeOf(name),
        Body: content,
        ContentType: type,
        ChecksumSHA256: hash('sha256', content, 'base64'),
      }),
    );
  }

  async read(name: string): Promise<Buffer> {
    const { Body: body } = await this.client.send(new GetObjectCommand(this.placeOf(name)));
    if (!body) throw new Error(`${name} has no content`);
    return Buffer.from(await body.transformToByteArray());
  }

  /**
   * A part of a file.
   * @param start first byte
   * @param end behind the last byte
   * @param version the version that the file must have
   * @throws Error of the client when the store does not answer, or does not have this version
   */
  async readRange(name: string, start: number, end: number, version: string): Promise<Buffer> {
    const { Body: body } = await this.client.send(
      new GetObjectCommand({ ...this.placeOf(name), Range: `bytes=${start}-${end - 1}`, IfMatch: version }),
    );
    if (!body) throw new Error(`${name} has no content`);
    return Buffer.from(await body.transformToByteArray());
  }

  /** The objects whose names begin with a text, in the order of names, `most` at most. */
  async list(begin: string, most: number): Promise<ListedObject[]> {
    const { Bucket, Key } = this.placeOf(begin);
    const listed: ListedObject[] = [];
    for (let token: string | undefined; listed.length < most;) {
      const { Contents: contents = [], NextContinuationToken: next } = await this.client.send(
        new ListObjectsV2Command({ Bucket, Prefix: Key, ContinuationToken: token }),
      );
      for (const { Key: key = '', Size: bytes = 0, ETag: version = '' } of contents)
        listed.push({ name: key.slice(Key.length - begin.length), bytes, version });
      if (next === undefined) break;
      token = next;
    }
    return listed.slice(0, most);
  }

  async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.placeOf(name)));
  }

  private placeOf(name: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.place;
    return { Bucket: bucket, Key: prefix === '' ? name : `${prefix}/${name}` };
  }

  /** Closes its connections. */
  close(): void {
    this.client.destroy();
  }
}
