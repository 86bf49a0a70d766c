// A service on this machine, as far as the client reaches it: it answers as a test says, and keeps what it receives.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** The body as it came. */
  text: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Cuts the connection instead. */
  isLost?: boolean;
  /** Never answers. */
  isHanging?: boolean;
}

/** Answers a request. @param place its number, from 0 */
export type Script = (received: Received, place: number) => Answer;

export class LocalService {
  readonly received: Received[] = [];
  private readonly server = createServer((request, response) => void this.take(request, response));

  private constructor(private readonly script: Script) {}

  static async start(script: Script): Promise<LocalService> {
    const service = new LocalService(script);
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: text === '' ? undefined : JSON.parse(text), text };
    this.received.push(received);
    const {
      status = 200,
      headers: more = {},
      body,
      isLost,
      isHanging,
    } = this.script(received, this.received.length - 1);
    if (isLost) return void request.socket.destroy();
    if (isHanging) return;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }
}

export interface ReceivedEvent {
  transaction_id: string;
  external_subscription_id: string;
  timestamp: number;
  properties?: Record<string, unknown>;
}

/** The events of a batch. */
export const eventsOf = ({ body }: Received): ReceivedEvent[] => (body as { events: ReceivedEvent[] }).events;
export const idsOf = (received: Received): string[] => eventsOf(received).map(({ transaction_id: id }) => id);
export const refusal = (details: unknown): Answer => ({
  status: 422,
  body: { status: 422, error: 'Unprocessable Entity', code: 'validation_errors', error_details: details },
});
