// Fastify: counts the requests of each customer, and sends the last events when the server closes.
import fastify, { type FastifyInstance } from 'fastify';
import type { Tollgate } from '@tollgate/sdk';

export function meteredServer(tollgate: Tollgate): FastifyInstance {
  const server = fastify();
  server.addHook('onResponse', (request, reply, done) => {
    const subscription = request.headers['x-subscription'];
    if (typeof subscription === 'string' && reply.statusCode < 400)
      tollgate.events.add({
        // Fastify numbers requests anew in each process, so an identifier of its own would repeat.
        code: 'requests',
        external_subscription_id: subscription,
        properties: { method: request.method, path: request.routeOptions.url, ms: Math.round(reply.elapsedTime) },
      });
    done();
  });
  server.addHook('onClose', () => tollgate.close());
  server.get<{ Params: { id: string } }>('/reports/:id', ({ params }) => ({ id: params.id }));
  return server;
}
