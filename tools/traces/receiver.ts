// A receiver of traces (OTLP over HTTP), one of webhooks, and one that accepts connections and never answers.
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { readTraces } from './otlp.ts';

const listening = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)));

/** @param handle receives each request's path, headers and body, and returns the status */
async function httpReceiver(handle) {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => response.writeHead(handle(request.url, request.headers, Buffer.concat(parts))).end());
  });
  return { url: await listening(server), close: () => void server.closeAllConnections() ?? server.close() };
}

/** Stores received spans: `{ url, spans, types, close() }`. */
export async function traceReceiver() {
  const spans = [];
  const types = new Set();
  const receiver = await httpReceiver((path, headers, body) => {
    if (path !== '/v1/traces') return 404;
    types.add(headers['content-type']);
    spans.push(...readTraces(body, headers['content-type']));
    return 200;
  });
  return { ...receiver, spans, types };
}

/** Stores received webhooks; refuses the first of each type if `refuseFirst` is set. */
export async function webhookReceiver({ refuseFirst }) {
  const webhooks = [];
  const refusedTypes = new Set();
  const receiver = await httpReceiver((_path, headers, body) => {
    const { webhook_type: type } = JSON.parse(body);
    const refused = refuseFirst && !refusedTypes.has(type);
    refusedTypes.add(type);
    webhooks.push({ type, headers, refused });
    return refused ? 500 : 200;
  });
  return { ...receiver, webhooks };
}

/** Accepts connections, reads the input, and never answers. */
export async function silentReceiver() {
  const sockets = new Set();
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
