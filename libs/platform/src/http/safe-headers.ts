import type { FastifyInstance } from 'fastify';

/** Headers of every page and file: browsers must not guess the type or send the address to other sites. */
const everywhere = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
/** Answers contain keys, tokens and amounts: caches must not store them. */
const ofCalls = { ...everywhere, 'cache-control': 'no-store' };
/** A page loads only local content, and no other page may frame it. */
const ofPages = {
  ...everywhere,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
/** The scripts of this page set styles, and search in a worker. */
const ofReference = {
  ...everywhere,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The headers of an answer by its address. */
function headersOf(url: string): Record<string, string> {
  if (url.startsWith('/docs/api')) return ofReference;
  if (url.startsWith('/docs')) return ofPages;
  return url.startsWith('/files/') ? everywhere : ofCalls;
}

/** Adds protective headers for browsers and caches to all answers; a call may override them. */
export function addSafeHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    void reply.headers(headersOf(url));
    done();
  });
}
