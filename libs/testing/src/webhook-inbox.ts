import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from './sandbox.js';

/** A webhook as it arrived; signatures are not verified. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Unix milliseconds of the wall clock. */
  at: number;
}

/** A server that collects the webhooks of organizations. */
export class WebhookInbox {
  readonly received: ReceivedWebhook[] = [];
  /** The status of the answers at a path; 200 by default. */
  readonly statusOf = new Map<string, number>();
  /** The body of the answers at a path; empty by default. */
  readonly answerOf = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookInbox> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        const body = Buffer.concat(chunks).toString();
        inbox.received.push({ path, headers: request.headers, body, at: Date.now() });
        response.writeHead(inbox.statusOf.get(path) ?? 200).end(inbox.answerOf.get(path));
      });
    });
    const inbox = new WebhookInbox(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return inbox;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Directs an organization's webhooks to a path of this inbox. @returns the id of the endpoint */
  async register(sandbox: Sandbox, path = '/hooks', settings: Record<string, unknown> = {}): Promise<string> {
    const { webhook_endpoint: endpoint } = await sandbox.ok<{ webhook_endpoint: { svc_id: string } }>(
      'POST',
      '/webhook_endpoints',
      { webhook_endpoint: { webhook_url: `${this.origin}${path}`, ...settings } },
    );
    return endpoint.svc_id;
  }

  /** The webhooks at a path, in the order of their arrival. */
  to(path: string): ReceivedWebhook[] {
    return this.received.filter((webhook) => webhook.path === path);
  }

  /** The bodies of the webhooks of a type, in the order of their arrival. */
  ofType<T = Record<string, unknown>>(type: string): T[] {
    return this.received
      .map(({ body }) => JSON.parse(body) as T & { webhook_type: string })
      .filter((webhook) => webhook.webhook_type === type);
  }

  /** Discards all webhooks received so far. */
  clear(): void {
    this.received.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
