// An endpoint of a test: it keeps the requests of a double.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Receiver {
  url: string;
  requests: { body: string; headers: IncomingHttpHeaders }[];
  /** Its answer to each request. */
  answer: { status: number; body: string };
  stop(): Promise<void>;
}

export async function startReceiver(body: string): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.requests.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
      response.writeHead(receiver.answer.status).end(receiver.answer.body);
    });
  });
  const receiver: Receiver = {
    url: '',
    requests: [],
    answer: { status: 200, body },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address);
  receiver.url = `http://127.0.0.1:${address.port}/events`;
  return receiver;
}
