import compress from '@fastify/compress';
import { allRoutes } from '@tollgate/contracts';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet; larger ones than the second are compressed in another thread. In bytes. */
const [threshold, largestAtOnce] = [1_024, 16_384];

/**
 * Calls whose answers contain secrets: of sessions, people, invites, keys, ways to sign in, and the portal. Their length
 * must not reveal whether they share text with something that an attacker sends.
 */
const secretPaths =
  /^\/api\/v1\/(sessions?|users|invites|api_keys|authentication_methods|portal\/sign_ins)(\/|$)|\/portal_(url|sessions)$/;

/** Streams: the library would hold their messages back. */
const streamPaths = new Set(
  allRoutes.flatMap(({ answerType, path }) => (answerType === 'text/event-stream' ? [`/api/v1${path}`] : [])),
);

/** Whether answers of a route may be compressed: those that read, as others repeat their input beside the rest. */
export const isCompressed = ({ method, url }: { method: string | string[]; url: string }): boolean =>
  [method].flat().every((one) => one === 'GET' || one === 'HEAD') &&
  url.startsWith('/api/v1/') &&
  !streamPaths.has(url) &&
  !secretPaths.test(url);

/**
 * Compresses answers that read, JSON or text, for callers who accept it. Call it before routes are added.
 */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRoute', (route) => {
    if (!isCompressed(route)) route.compress = false;
  });
  await fastify.register(compress, {
    encodings: ['br', 'gzip'],
    threshold,
    syncThreshold: largestAtOnce,
    globalDecompression: false,
  });
}
