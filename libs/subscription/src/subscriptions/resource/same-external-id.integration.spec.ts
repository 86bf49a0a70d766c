import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  for (const external_id of ['c', 'd'])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency: 'EUR' } });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 1000,
      amount_currency: 'EUR',
      pay_in_advance: false,
    },
  });
});

const subscribe = (external_customer_id: string, external_id: string, more: object = {}) =>
  sandbox.call('POST', '/subscriptions', {
    subscription: { external_customer_id, external_id, plan_code: 'p', ...more },
  });
const statuses = async (customer: string) => {
  const { subscriptions } = await sandbox.ok<{ subscriptions: { external_id: string; status: string }[] }>(
    'GET',
    `/subscriptions?external_customer_id=${customer}&status[]=active&status[]=pending`,
  );
  return Object.fromEntries(subscriptions.map(({ external_id: id, status }) => [id, status]));
};

describe('an external id of two customers', () => {
  it('starts for one on its day while another has it active, and delays neither (subscriptions, section 3.4)', async () => {
    await subscribe('c', 'other');
    await subscribe('c', 's', { subscription_at: '2024-01-05T00:00:00Z' });
    expect((await subscribe('d', 's')).status).toBe(200);
    await sandbox.advanceClock('2024-02-02T00:00:00Z');
    expect(await statuses('c')).toEqual({ other: 'active', s: 'active' });
    const { meta } = await sandbox.ok<{ meta: { total_count: number } }>('GET', '/invoices?external_customer_id=c');
    expect(meta.total_count).toBeGreaterThan(0);
    expect((await sandbox.call('DELETE', '/subscriptions/other')).status).toBe(200);
  });

  it('is rejected while another customer has it active', async () => {
    await subscribe('d', 's');
    expect(await subscribe('c', 's')).toMatchObject({
      status: 422,
      body: { error_details: { external_id: ['value_already_exist'] } },
    });
  });
});
