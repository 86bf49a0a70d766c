import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The bytes of a refused body that are discarded, and the time for which they are, in milliseconds. */
const mostBytes = 32 * 1024 * 1024;
const longestMs = 5_000;
/** Bodies that a process discards concurrently; beyond them, connections close at once. */
const mostAtOnce = 32;

/**
 * Discards the rest of a body that is too large, within bounds. Many senders write a whole body before they read: a closed
 * connection would reset them, and the answer be lost with it.
 */
export function discardRefusedBodies(fastify: FastifyInstance): void {
  let underWay = 0;
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 413 && !request.raw.readableEnded && underWay < mostAtOnce) {
      underWay++;
      reply.removeHeader('connection');
      discard(request.raw, () => void underWay--);
    }
    done(null, payload);
  });
}

function discard(body: IncomingMessage, end: () => void): void {
  let left = mostBytes;
  const timer = setTimeout(() => body.destroy(), longestMs).unref();
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.once('close', () => {
    clearTimeout(timer);
    end();
  });
  body.resume();
}
