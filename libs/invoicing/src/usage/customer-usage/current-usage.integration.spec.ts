import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Config, Connections, type Clock, type CommandBus } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { CurrentUsageService } from './current-usage.service.js';

let connections: Connections;
let sandbox: Sandbox;

/** The service of this process, without usage; the test can count its statements. */
function currentUsage(): CurrentUsageService {
  const clock = { now: async () => Date.parse('2024-01-10T00:00:00Z') } as unknown as Clock;
  const rating = { rate: async () => [] } as unknown as ChargeRating;
  const commands = { isHere: () => false } as unknown as CommandBus;
  return new CurrentUsageService(new InvoicingDatabase(connections), rating, clock, commands);
}

beforeAll(async () => {
  connections = new Connections(
    new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
  );
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  for (const [code, amount_cents] of [
    ['small', 100],
    ['large', 200],
  ] as const) {
    const plan = { name: code, code, interval: 'monthly', amount_cents, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false, trial_period: 3 } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', plan_code: code, external_id: 's' },
    });
  }
}, 60_000);
afterAll(() => connections.onApplicationShutdown());

it('queries only the customer, the subscription and its bills after the catalog is cached', async () => {
  const usage = currentUsage();
  const read = () => usage.read(sandbox.organizationId, 'c', { external_subscription_id: 's' });
  await read();
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const { currency } = await read();
  const statements = query.mock.calls.map(([text]) => String(text).trim().split(' ')[0]);
  query.mockRestore();
  expect(currency).toBe('EUR');
  expect(statements).toEqual(['begin;', 'select', 'select', 'select', 'commit']);
});
