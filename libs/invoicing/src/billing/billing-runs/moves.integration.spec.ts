import { beforeAll, describe, expect, it } from '@jest/globals';
import { aMetric, aPlan, Sandbox, usageEvent } from '@tollgate/testing';

/**
 * Customers with the same history, who move to another time zone at different instants around the end of January. Each
 * must pay what the one pays who stays, and at each hour see the same usage (subscriptions, section 2.6).
 */
const zones = { west: 'America/New_York', farWest: 'Pacific/Pago_Pago', east: 'Asia/Tokyo' };
const moments = [
  '2025-01-10T12:00:00Z',
  '2025-01-31T13:00:00Z',
  '2025-01-31T20:00:00Z',
  '2025-02-01T01:00:00Z',
  '2025-02-01T03:00:00Z',
  '2025-02-01T12:00:00Z',
];
const movers = Object.entries(zones).flatMap(([direction, timezone]) =>
  moments.map((at) => ({ id: `${direction} ${at}`, timezone, at })),
);
const customers = ['stays', ...movers.map(({ id }) => id)];

/** Each hour around the boundaries of all zones, and days before and after them. */
const around = Array.from({ length: 26 }, (_, hour) => new Date(Date.UTC(2025, 0, 31, 12 + hour)).toISOString());
const instants = [
  '2025-01-05T06:00:00Z',
  ...moments.slice(0, 1),
  '2025-01-20T06:00:00Z',
  ...around,
  '2025-02-10T06:00:00Z',
  '2025-02-20T06:00:00Z',
];

const graduated = [
  { from_value: 0, to_value: 3, per_unit_amount: '0', flat_amount: '0' },
  { from_value: 4, to_value: null, per_unit_amount: '5', flat_amount: '0' },
];

interface Fee {
  amount_cents: number;
  item: { type: string; code: string };
}

let sandbox: Sandbox;
/** Usage that each customer sees, invoiced or running, by instant. */
const seen = new Map<string, Record<string, number>>();

beforeAll(async () => {
  sandbox = await Sandbox.create('2025-01-01T00:00:00Z');
  const counted = await aMetric('counted').createIn(sandbox);
  const summed = await aMetric('summed').sumOf('v').createIn(sandbox);
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'seat', code: 'seat', amount_cents: 100, amount_currency: 'EUR' },
  });
  await aPlan('arrears')
    .monthly(3_100)
    .charge(counted, '1')
    .with({
      minimum_commitment: { amount_cents: 50_000 },
      fixed_charges: [
        {
          add_on_code: 'seat',
          charge_model: 'standard',
          units: 10,
          properties: { amount: '10' },
          pay_in_advance: true,
        },
      ],
    })
    .createIn(sandbox);
  await aPlan('advance').charge(summed, '1', { pay_in_advance: true, invoiceable: false }).createIn(sandbox);
  await aPlan('ranges')
    .charge(summed, '0', {
      pay_in_advance: true,
      charge_model: 'graduated',
      properties: { graduated_ranges: graduated },
    })
    .createIn(sandbox);
  for (const id of customers) {
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, currency: 'EUR' } });
    for (const plan of ['arrears', 'advance', 'ranges'])
      await sandbox.ok('POST', '/subscriptions', {
        subscription: {
          external_customer_id: id,
          external_id: `${plan} ${id}`,
          plan_code: plan,
          billing_time: 'calendar',
        },
      });
  }
  for (const at of instants) await liveThrough(at);
  await sandbox.advanceClock('2025-03-02T12:00:00Z');
}, 600_000);

async function liveThrough(at: string): Promise<void> {
  await sandbox.advanceClock(at);
  for (const { id, timezone, at: moves } of movers)
    if (Date.parse(moves) === Date.parse(at))
      await sandbox.ok('POST', '/customers', { customer: { external_id: id, timezone } });
  const isDay = !around.includes(at);
  const events = customers.flatMap((id) => [
    usageEvent({ id: `c ${at} ${id}`, at, subscription: `arrears ${id}`, metric: 'counted' }),
    usageEvent({ id: `s ${at} ${id}`, at, subscription: `advance ${id}`, metric: 'summed', properties: { v: 2 } }),
    // Ranges end with the month, so usage around its end has a price that depends on the zone.
    ...(isDay
      ? [usageEvent({ id: `r ${at} ${id}`, at, subscription: `ranges ${id}`, metric: 'summed', properties: { v: 2 } })]
      : []),
  ]);
  for (let first = 0; first < events.length; first += 100)
    await sandbox.ok('POST', '/events/batch', { events: events.slice(first, first + 100) });
  if (at === '2025-01-20T06:00:00Z' || at === '2025-02-10T06:00:00Z')
    for (const id of customers)
      await sandbox.ok('PUT', `/subscriptions/${encodeURIComponent(`arrears ${id}`)}/fixed_charges/seat`, {
        fixed_charge: { units: at < '2025-02' ? 11 : 13, apply_units_immediately: true },
      });
  await sandbox.awaitIdle();
  for (const id of customers) seen.set(at, { ...seen.get(at), [id]: await usageOf(id) });
}

/** Usage of the plan in arrears in cents, on invoices or running. */
async function usageOf(id: string): Promise<number> {
  const { lifetime_usage: usage } = await sandbox.ok<{
    lifetime_usage: { current_usage_amount_cents: number; invoiced_usage_amount_cents: number };
  }>('GET', `/subscriptions/${encodeURIComponent(`arrears ${id}`)}/lifetime_usage`);
  return usage.current_usage_amount_cents + usage.invoiced_usage_amount_cents;
}

async function paidBy(id: string): Promise<Record<string, number>> {
  const paid: Record<string, number> = {};
  for (const plan of ['arrears', 'advance', 'ranges']) {
    const { fees } = await sandbox.ok<{ fees: Fee[] }>(
      'GET',
      `/fees?external_subscription_id=${encodeURIComponent(`${plan} ${id}`)}&per_page=1000`,
    );
    for (const { item, amount_cents: cents } of fees) {
      const kind = `${plan} ${item.type} ${item.type === 'charge' ? item.code : ''}`.trim();
      paid[kind] = (paid[kind] ?? 0) + cents;
    }
  }
  return paid;
}

describe('customers who move to another time zone', () => {
  it('see all usage once, at each hour', () => {
    for (const [n, at] of instants.entries())
      expect({ at, ...seen.get(at) }).toEqual({
        at,
        ...Object.fromEntries(customers.map((id) => [id, (n + 1) * 100])),
      });
  });

  it('pay what a customer pays who stays', async () => {
    const expected = await paidBy('stays');
    expect(Object.keys(expected).sort()).toEqual([
      'advance charge summed',
      'advance subscription',
      'arrears charge counted',
      'arrears commitment',
      'arrears fixed_charge',
      'arrears subscription',
      'ranges charge summed',
      'ranges subscription',
    ]);
    for (const { id } of movers) expect({ id, ...(await paidBy(id)) }).toEqual({ id, ...expected });
  });
});
