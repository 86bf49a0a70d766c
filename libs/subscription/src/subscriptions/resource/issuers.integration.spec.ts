import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
let euId: string;
let defaultCode: string;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  defaultCode = billing_entities[0]?.code as string;
  const eu = await sandbox.ok<{ svc_id: string }>('POST', '/billing_entities', {
    billing_entity: { name: 'EU', code: 'eu' },
  });
  euId = eu.svc_id;
  await sandbox.ok('POST', '/plans', {
    plan: { name: 'p', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'ce', currency: 'EUR', billing_entity_code: 'eu' },
  });
});

const subscribe = (external_customer_id: string, external_id: string, more: object = {}) =>
  sandbox.call('POST', '/subscriptions', {
    subscription: { external_customer_id, external_id, plan_code: 'p', ...more },
  });
const listed = async (path: string) => {
  const { subscriptions } = await sandbox.ok<{ subscriptions: { external_id: string }[] }>('GET', path);
  return subscriptions.map(({ external_id: id }) => id).sort();
};

describe('the issuer of a subscription', () => {
  it('is the filter of lists, its own or else its customer’s (customers, section 4.6)', async () => {
    await subscribe('c', 'inherits');
    await subscribe('c', 'own', { billing_entity_code: 'eu' });
    await subscribe('ce', 'inherits eu');
    await subscribe('ce', 'own default', { billing_entity_code: defaultCode });
    expect(await listed('/subscriptions?billing_entity_codes[]=eu')).toEqual(['inherits eu', 'own']);
    expect(await listed(`/subscriptions?billing_entity_codes[]=${defaultCode}`)).toEqual(['inherits', 'own default']);
    expect(await listed('/customers/c/subscriptions?billing_entity_codes[]=eu')).toEqual(['own']);
    for (const unknown of ['no', ''])
      expect((await sandbox.call('GET', `/subscriptions?billing_entity_codes[]=${unknown}`)).status).toBe(404);
  });

  it('can be named by its id too (subscriptions, sections 3 and 4)', async () => {
    const made = { status: 200, body: { subscription: { billing_entity_code: 'eu' } } };
    expect(await subscribe('c', 's', { billing_entity_id: euId })).toMatchObject(made);
    await subscribe('c', 'later');
    const put = (billing_entity_id: string) =>
      sandbox.call('PUT', '/subscriptions/later', { subscription: { billing_entity_id } });
    expect(await put(euId)).toMatchObject(made);
    const unknown = { status: 404, body: { code: 'billing_entity_not_found' } };
    expect(await put('7f1c5b8e-0000-4000-8000-000000000000')).toMatchObject(unknown);
    expect(await subscribe('c', 'no', { billing_entity_id: 'no id' })).toMatchObject(unknown);
    // A customer that the call creates gets that issuer.
    await subscribe('new', 'n', { billing_entity_id: euId });
    expect(await sandbox.ok('GET', '/customers/new')).toMatchObject({ customer: { billing_entity_code: 'eu' } });
  });
});

describe('a pending subscription', () => {
  const activities = async (externalId: string) => {
    const { activity_logs: logs } = await sandbox.ok<{ activity_logs: { activity_type: string }[] }>(
      'GET',
      `/activity_logs?external_subscription_id=${externalId}`,
    );
    return logs.map((log) => log.activity_type).filter((type) => type === 'subscription.updated');
  };

  it('changes without an activity log, and a started one with an activity log (customers, section 4.4)', async () => {
    await subscribe('c', 'later', { subscription_at: '2024-02-01T00:00:00Z' });
    await subscribe('c', 'now');
    for (const externalId of ['later', 'now'])
      await sandbox.ok('PUT', `/subscriptions/${externalId}`, { subscription: { name: 'n' } });
    await sandbox.awaitIdle();
    expect([await activities('later'), await activities('now')]).toEqual([[], ['subscription.updated']]);
  });
});
