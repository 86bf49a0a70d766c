import type { FastifyInstance } from 'fastify';

/** What browsers are told of every page and file: take it for what it says, and tell nobody its address. */
const everywhere = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
/** Answers hold keys, tokens and amounts: nobody on the way keeps them. */
const ofCalls = { ...everywhere, 'cache-control': 'no-store' };
/** A page and what it loads come from here, and no other page shows it in a frame; styles are set by its scripts. */
const ofPages = {
  ...everywhere,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Gives all answers the headers that keep browsers and caches careful; a call may set its own in their place. */
export function addSafeHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    void reply.headers(url.startsWith('/docs') ? ofPages : url.startsWith('/files/') ? everywhere : ofCalls);
    done();
  });
}
