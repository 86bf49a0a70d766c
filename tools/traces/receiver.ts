// A receiver of traces (OTLP over HTTP), one of webhooks, and one that accepts connections and never answers.
import { type IncomingHttpHeaders, createServer } from 'node:http';
import { type Server, type Socket, createServer as createSocketServer } from 'node:net';
import { type Span, readTraces } from './otlp.ts';

export interface Receiver {
  url: string;
  close(): void;
}

export interface TraceReceiver extends Receiver {
  readonly spans: Span[];
  /** Content types of the requests. */
  readonly types: Set<string>;
}

export interface WebhookReceiver extends Receiver {
  readonly webhooks: { type: string; headers: IncomingHttpHeaders; refused: boolean }[];
}

export interface SilentReceiver extends Receiver {
  /** How many have connected. */
  readonly connections: number;
}

const listening = (server: Server): Promise<string> =>
  new Promise((resolve, reject) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`);
      else reject(new Error('The receiver has no port'));
    }),
  );

/** The status of the answer to a request. */
type Handle = (path: string | undefined, headers: IncomingHttpHeaders, body: Buffer) => number;

async function httpReceiver(handle: Handle): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.writeHead(handle(request.url, request.headers, Buffer.concat(parts))).end());
  });
  return {
    url: await listening(server),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Stores received spans. */
export async function traceReceiver(): Promise<TraceReceiver> {
  const spans: Span[] = [];
  const types = new Set<string>();
  const receiver = await httpReceiver((path, headers, body) => {
    if (path !== '/v1/traces') return 404;
    const type = headers['content-type'] ?? '';
    types.add(type);
    spans.push(...readTraces(body, type));
    return 200;
  });
  return { ...receiver, spans, types };
}

/** Stores received webhooks; refuses the first of each type if `refuseFirst` is set. */
export async function webhookReceiver({ refuseFirst }: { refuseFirst: boolean }): Promise<WebhookReceiver> {
  const webhooks: WebhookReceiver['webhooks'] = [];
  const refusedTypes = new Set<string>();
  const receiver = await httpReceiver((_path, headers, body) => {
    const { webhook_type: type } = JSON.parse(body.toString('utf8')) as { webhook_type: string };
    const refused = refuseFirst && !refusedTypes.has(type);
    refusedTypes.add(type);
    webhooks.push({ type, headers, refused });
    return refused ? 500 : 200;
  });
  return { ...receiver, webhooks };
}

/** Accepts connections, reads the input, and never answers. */
export async function silentReceiver(): Promise<SilentReceiver> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  });
  return {
    url: await listening(server),
    get connections() {
      return sockets.size;
    },
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
