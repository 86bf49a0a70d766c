import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomness } from '../random.ts';
import { plan, SmallWorld } from './small-world.fixture.ts';

const day = 86_400_000;
const january = Date.UTC(2024, 0, 1);
const iso = (at: number) => new Date(at).toISOString();

/** Plans with ten units of one add-on in advance, prorated, at rising prices; the first one has begun in January. */
function smallChain(prices: number[]): SmallWorld {
  const of = (price: number, place: number) =>
    plan({
      code: `p${place + 1}`,
      amount_cents: place,
      fixed_charges: [
        {
          add_on_id: '{{a1}}',
          charge_model: 'standard',
          properties: { amount: String(price) },
          units: 10,
          prorated: true,
          pay_in_advance: true,
        },
      ],
    });
  const small = new SmallWorld(iso(january), plan({ code: 'none' }));
  const addOn = { name: 'Seats', code: 'a1', amount_cents: 100, amount_currency: 'EUR' };
  small.world.play({ do: 'POST /add_ons', body: { add_on: addOn }, save: { a1: 'add_on.svc_id' } });
  for (const [place, price] of prices.entries()) small.call('POST /plans', { plan: of(price, place) });
  small.subscribe();
  return small;
}

function upgrade(small: SmallWorld, place: number): void {
  const subscription = { external_customer_id: 'cust1', external_id: 'sub1', plan_code: `p${place + 1}` };
  small.call('POST /subscriptions', { subscription });
}

const feesOf = ({ world }: SmallWorld) =>
  world.invoices.flatMap(({ fees }) => fees).flatMap((fee) => (fee.type === 'fixed_charge' ? [fee.amountCents] : []));

describe('an add-on in advance over several upgrades', () => {
  it('costs the days of each plan (charges, section 5.3)', () => {
    const small = smallChain([10, 20, 30]);
    small.to('2024-01-16T10:00:00Z');
    upgrade(small, 1);
    small.to('2024-01-24T15:00:00Z');
    upgrade(small, 2);
    assert.deepEqual(feesOf(small), [10000n, 5162n, 2580n]);
  });

  it('adds up to its days and prices, whenever the plans change', () => {
    const random = randomness('chains');
    for (let repetition = 0; repetition < 40; repetition++) {
      const prices = [random.int(1, 9), random.int(10, 19), random.int(20, 29), random.int(30, 39)];
      const changes = [random.int(0, 30), random.int(0, 30), random.int(0, 30)].sort((a, b) => a - b);
      const small = smallChain(prices);
      for (const [place, after] of changes.entries()) {
        small.to(iso(january + after * day + (place + 1) * random.int(1, 7) * 3_600_000 + place));
        upgrade(small, place + 1);
      }
      const days = [0, ...changes, 31].map((first, place, all) => (all[place + 1] ?? first) - first);
      const exact = prices.reduce((sum, price, place) => sum + (price * 1000 * (days[place] ?? 0)) / 31, 0);
      const fees = feesOf(small);
      const billed = Number(fees.reduce((sum, fee) => sum + fee, 0n));
      assert.ok(
        Math.abs(billed - exact) <= fees.length,
        `${billed} billed of ${exact}, changes after ${changes.join(', ')}`,
      );
    }
  });
});
