// Express: counts the requests of each customer, and receives webhooks.
import express, { type Express } from 'express';
import { type Tollgate, verifyWebhook } from '@tollgate/sdk';

/** @param hmacKey the `hmac_key` of your organization */
export function meteredApp(tollgate: Tollgate, hmacKey: string): Express {
  const app = express();
  app.use('/api', (request, response, next) => {
    response.on('finish', () => {
      const subscription = request.get('x-subscription');
      // Only answered requests cost.
      if (subscription === undefined || response.statusCode >= 400) return;
      tollgate.events.add({
        code: 'requests',
        external_subscription_id: subscription,
        properties: { method: request.method, path: request.path },
      });
    });
    next();
  });
  app.get('/api/reports/:id', (request, response) => void response.json({ id: request.params.id }));

  // A signature counts for the bytes as they came, so the body is not parsed before.
  app.post('/hooks', express.raw({ type: 'application/json' }), async (request, response) => {
    const verified = await verifyWebhook(request.body as Buffer, request.headers, { hmacKey }).catch(() => null);
    response.sendStatus(verified === null ? 401 : 204);
  });
  return app;
}
