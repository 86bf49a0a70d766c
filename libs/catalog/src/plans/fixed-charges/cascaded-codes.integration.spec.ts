import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Plan {
  fixed_charges: { code: string; units: string }[];
}

it('override plans get a new fixed charge under a code that is free there (catalog, section 3.3)', async () => {
  const sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  const { add_on: addOn } = await sandbox.ok<{ add_on: { svc_id: string } }>('POST', '/add_ons', {
    add_on: { name: 'Seat', code: 'seat', amount_cents: 100, amount_currency: 'EUR' },
  });
  const charge = (units: number) => ({
    add_on_id: addOn.svc_id,
    code: 'seat',
    charge_model: 'standard',
    properties: { amount: '1' },
    units,
  });
  const terms = { interval: 'monthly', amount_cents: 1000, amount_currency: 'EUR', pay_in_advance: false };
  await sandbox.ok('POST', '/plans', { plan: { name: 'p', code: 'p', ...terms, fixed_charges: [charge(1)] } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', plan_overrides: { amount_cents: 5 } },
  });
  // Without cascade the copy retains the charge that its parent lost.
  await sandbox.ok('DELETE', '/plans/p/fixed_charges/seat');
  const added = await sandbox.call('POST', '/plans/p/fixed_charges', {
    fixed_charge: { ...charge(7), cascade_updates: true },
  });
  expect(added).toMatchObject({ status: 200, body: { fixed_charge: { code: 'seat' } } });
  const { subscription } = await sandbox.ok<{ subscription: { plan: Plan } }>('GET', '/subscriptions/s');
  const { plan } = await sandbox.ok<{ plan: Plan }>('GET', '/plans/p');
  expect(plan.fixed_charges.map(({ code }) => code)).toEqual(['seat']);
  const copies = new Map(subscription.plan.fixed_charges.map(({ code, units }) => [code, Number(units)]));
  expect(copies.size).toBe(2);
  expect(copies.get('seat')).toBe(1);
  expect([...copies.values()].sort()).toEqual([1, 7]);
});
