// The monthly usage of customers: deterministic for a seed, independent of calls.
import type { UsageEvent } from '@tollgate/demo/trace';
import { randomness } from '@tollgate/simulate/random';
import { type Customer, dayOf, noonOf, type PlanCode, subscriptionOf } from './customers.ts';

type Randomness = ReturnType<typeof randomness>;
type MetricCode = 'api_calls' | 'compute' | 'storage' | 'seats';

const machines = ['small', 'small', 'small', 'large', 'large', 'gpu'];
const usedBy: Record<PlanCode, MetricCode[]> = {
  'pay-as-you-go': ['api_calls', 'compute'],
  team: ['api_calls', 'seats', 'storage'],
  'team-us': ['api_calls', 'seats', 'storage'],
  enterprise: ['compute', 'storage'],
};

const properties: Record<MetricCode, (random: Randomness, size: number) => UsageEvent['properties']> = {
  api_calls: () => ({}),
  compute: (random) => ({ minutes: String(random.int(1, 600) / 10), machine: random.pick<string>(machines) }),
  storage: (random, size) => ({ gigabytes: random.int(10, 60) * size }),
  seats: (random, size) => ({
    user: `user-${random.int(1, 3 + 2 * size)}`,
    operation_type: random.chance(0.9) ? 'add' : 'remove',
  }),
};
const timesADay: Record<MetricCode, number> = { api_calls: 6, compute: 2, storage: 0.2, seats: 0.3 };

/** Time with one plan, between two instants (Unix ms), the later one excluded. */
interface Span {
  plan: PlanCode;
  from: number;
  to: number;
}

/** The events of one plan between two instants. */
function eventsBetween(seed: string, customer: Customer, { plan, from, to }: Span): UsageEvent[] {
  const days = (to - from) / 86_400_000;
  return usedBy[plan].flatMap((code) => {
    const random = randomness(`${seed}/${customer.external_id}/${code}/${from}`);
    const size = code === 'api_calls' || code === 'compute' ? customer.size : 1;
    const count = Math.round(days * timesADay[code] * size * (0.8 + 0.4 * random.next()));
    return Array.from({ length: count }, (_, n) => ({
      transaction_id: `${customer.external_id}-${code}-${from / 1000}-${n}`,
      external_subscription_id: subscriptionOf(customer),
      code,
      timestamp: (random.int(from, to - 1) / 1000).toFixed(3),
      properties: properties[code](random, customer.size),
    }));
  });
}

/** The spans in which a customer has one plan, up to an instant. */
export function plansOf(customer: Customer, until: number): Span[] {
  const changes = (customer.later ?? []).map(({ at, change, atMonthEnd }) => ({
    plan: change,
    from: atMonthEnd ? dayOf(at[0] + 1, 1) : noonOf(at),
  }));
  const spans = [{ plan: customer.plan, from: noonOf(customer.start) }, ...changes];
  return spans
    .map(({ plan, from }, index) => ({ plan, from, to: Math.min(spans[index + 1]?.from ?? until, until) }))
    .flatMap(({ plan, from, to }) => (plan !== undefined && from < to ? [{ plan, from, to }] : []));
}

/**
 * All usage of a customer in the months of the seed, in order of time. A month does not depend on the number of later
 * ones.
 */
export function usageOf(seed: string, customer: Customer, months: number): UsageEvent[] {
  const events = plansOf(customer, dayOf(months, 1)).flatMap(({ plan, from, to }) =>
    Array.from({ length: months }, (_, month) => ({
      plan,
      from: Math.max(from, dayOf(month, 1)),
      to: Math.min(to, dayOf(month + 1, 1)),
    }))
      .filter((span) => span.from < span.to)
      .flatMap((span) => eventsBetween(seed, customer, span)),
  );
  return events.sort((a, b) => Number(a.timestamp) - Number(b.timestamp));
}
