// A receiver of webhooks on this machine.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as it came. */
export interface Received {
  request: IncomingMessage;
  body: unknown;
}

export interface Receiver {
  url: string;
  stop(): void;
}

/** @param answerMs how long each answer takes */
export async function startReceiver(receive: (webhook: Received) => void, answerMs = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then((content) => {
      receive({ request, body: JSON.parse(content) });
      setTimeout(() => response.writeHead(204).end(), answerMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
