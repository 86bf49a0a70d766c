import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const subscribers = 12;
const lastUnits = 9;

describe('quantity histories', () => {
  it('include plan changes that are concurrent with their opening', async () => {
    const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Seats', code: 'seats', amount_cents: 100, amount_currency: 'EUR' },
    });
    const seats = { add_on_code: 'seats', charge_model: 'standard', units: 1, properties: { amount: '1' } };
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 0,
        amount_currency: 'EUR',
        pay_in_advance: false,
        fixed_charges: [seats],
      },
    });
    const subscribe = (n: number) =>
      sandbox.ok('POST', '/subscriptions', {
        subscription: { external_customer_id: `c${n}`, external_id: `s${n}`, plan_code: 'p' },
      });
    const change = async () => {
      for (let units = 2; units <= lastUnits; units += 1) {
        await sandbox.ok('PUT', '/plans/p/fixed_charges/seats', {
          fixed_charge: { ...seats, units, apply_units_immediately: true },
        });
      }
    };
    await Promise.all([change(), ...Array.from({ length: subscribers }, (_, n) => subscribe(n))]);
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-04-01T00:10:00Z');
    const { fees } = await sandbox.ok<{ fees: { units: string }[] }>('GET', '/fees?fee_type=fixed_charge');
    expect(fees.map(({ units }) => Number(units))).toEqual(Array.from({ length: subscribers }, () => lastUnits));
  });
});
