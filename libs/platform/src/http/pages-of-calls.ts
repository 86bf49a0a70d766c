import type { FastifyInstance } from 'fastify';
import { calledRoute } from './called-route.js';

/**
 * Leads browsers that open the address of a call to its page, which is at the same path outside of `/api/v1`
 * (`opensAsPage` of the route). Programs, and callers with credentials, get the answer of the call.
 */
export function leadToPages(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { authorization, accept } = request.headers;
    if (request.method !== 'GET' || authorization !== undefined || !accept?.includes('text/html')) return done();
    if (calledRoute(request)?.opensAsPage !== true) return done();
    const [path = ''] = request.url.split('?');
    // Relative, so that it works below any path of a reverse proxy: up to the root, and down to the page.
    const up = '../'.repeat(path.split('/').length - 2);
    void reply.redirect(`${up}${path.replace(/^\/api\/v1\//, '')}`, 303);
  });
}
