import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key that a bucket accepts. */
export const bucketKey = { access_key_id: 'AKIATEST', secret_access_key: 'secret of a test' };

/** A server with the little of the interface of S3 that files need; it keeps objects in the order of their writes. */
export class Bucket {
  readonly objects = new Map<string, Buffer>();
  refuses = false;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async open(): Promise<Bucket> {
    const bucket = new Bucket();
    await new Promise<void>((resolve) => bucket.server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const name = decodeURIComponent(new URL(request.url ?? '', this.endpoint).pathname);
    if (this.refuses || !request.headers.authorization?.includes(`Credential=${bucketKey.access_key_id}/`)) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>InvalidAccessKeyId</Code><Message>unknown</Message></Error>');
      return;
    }
    if (request.method === 'GET') return this.answerRead(request, response, name);
    if (request.method === 'PUT') this.objects.set(name, body);
    if (request.method === 'DELETE') this.objects.delete(name);
    response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"0"' });
    response.end();
  }

  private answerRead(request: IncomingMessage, response: ServerResponse, name: string): void {
    const { searchParams } = new URL(request.url ?? '', this.endpoint);
    if (searchParams.get('list-type') === '2') {
      const begin = `${name.replace(/\/$/, '')}/${searchParams.get('prefix') ?? ''}`;
      const listed = [...this.objects]
        .filter(([key]) => key.startsWith(begin))
        .sort(([one], [two]) => (one < two ? -1 : 1));
      const entries = listed.map(
        ([key, content]) =>
          `<Contents><Key>${key.split('/').slice(2).join('/')}</Key><Size>${content.length}</Size><ETag>${versionOf(content)}</ETag></Contents>`,
      );
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`);
      return;
    }
    const content = this.objects.get(name);
    const isOther = content !== undefined && (request.headers['if-match'] ?? versionOf(content)) !== versionOf(content);
    if (!content || isOther) {
      response.writeHead(content ? 412 : 404, { 'content-type': 'application/xml' });
      response.end('<Error><Code>PreconditionFailed</Code><Message>gone</Message></Error>');
      return;
    }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? content : content.subarray(Number(start), Number(end) + 1);
    response.writeHead(start === undefined ? 200 : 206, { etag: versionOf(content), 'content-length': part.length });
    response.end(part);
  }
}

const versionOf = (content: Buffer): string => `"${hash('md5', content, 'hex')}"`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
