import { expect, it } from '@jest/globals';
import { aPlan, aSubscription, Sandbox, waitFor } from '@tollgate/testing';

it('an organization may refuse events of subscriptions that it does not have, and changes that within a second', async () => {
  const sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  let sent = 0;
  const send = async (subscription: string | null) => {
    const { status, body } = await sandbox.call('POST', '/events', {
      event: { transaction_id: `e${++sent}`, code: 'm', external_subscription_id: subscription },
    });
    return { status, details: body['error_details'] };
  };
  const refuse = (unknown_subscription: string) =>
    sandbox.ok('PUT', '/organizations', { organization: { unknown_subscription } });
  const unknown = { external_subscription_id: ['subscription_not_found'] };

  expect((await send('s1')).status).toBe(200);
  await refuse('refuse');
  await waitFor('the refusal', async () => (await send('s1')).status === 422);
  expect(await send('s1')).toEqual({ status: 422, details: unknown });
  expect(await send(null)).toEqual({ status: 422, details: { external_subscription_id: ['value_is_mandatory'] } });

  // It is found as soon as it is made, and stays known after its end.
  await aPlan().createIn(sandbox);
  await aSubscription('s1').createIn(sandbox);
  expect((await send('s1')).status).toBe(200);
  await sandbox.ok('DELETE', '/subscriptions/s1');
  expect((await send('s1')).status).toBe(200);

  const events = [
    { transaction_id: 'b1', code: 'm', external_subscription_id: 's1' },
    { transaction_id: 'b2', code: 'm', external_subscription_id: 's2' },
    { transaction_id: 'b3', external_subscription_id: 's1' },
  ];
  const batch = await sandbox.call('POST', '/events/batch', { events });
  expect([batch.status, batch.body['error_details']]).toEqual([
    422,
    { 1: unknown, 2: { code: ['value_is_mandatory'] } },
  ]);
  expect((await sandbox.call('GET', '/events/b1')).status).toBe(404);

  await refuse('accept');
  await waitFor('the acceptance', async () => (await send('s2')).status === 200);
});
