import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The bytes of a refused body that are discarded, and the time for which they are, in milliseconds. */
const mostBytes = 32 * 1024 * 1024;
const longestMs = 5_000;
/** Bodies that a process discards concurrently; beyond them, connections close at once. */
const mostAtOnce = 32;

/**
 * Discards the rest of a body that is too large, within bounds, and answers then. Many senders write a whole body before they
 * read: a connection that closes before would reset them, and the answer be lost with it. Beyond the bounds it closes.
 */
export function discardRefusedBodies(fastify: FastifyInstance): void {
  let underWay = 0;
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 413 || request.raw.readableEnded || underWay >= mostAtOnce) return done(null, payload);
    underWay++;
    reply.removeHeader('connection');
    discard(request.raw, (isWhole) => {
      underWay--;
      if (!isWhole) reply.header('connection', 'close');
      done(null, payload);
    });
  });
}

/** @param end gets whether the body came to its end within the bounds */
function discard(body: IncomingMessage, end: (isWhole: boolean) => void): void {
  let left = mostBytes;
  const finish = (isWhole: boolean) => {
    clearTimeout(timer);
    body.off('data', onData).off('end', onEnd).off('close', onEnd);
    end(isWhole);
  };
  const onEnd = () => finish(true);
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish(false);
  };
  const timer = setTimeout(() => finish(false), longestMs).unref();
  body.on('data', onData).once('end', onEnd).once('close', onEnd);
  body.resume();
}
