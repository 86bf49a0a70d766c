// Random events: regular, odd, late, repeated, and at the ends of periods.
import { bounds, regions } from './catalog.ts';
import type { EventProperties, EventRequest, MetricRequest, PropertyValue } from './requests.ts';
import type { Life } from './life-state.ts';
import type { Random } from './random.ts';
import { beginningOf, civil, localDay } from './rater/calendar.ts';

const day = 86_400_000;

/** Whether any charge groups its usage. */
function hasGroups(life: Life): boolean {
  return JSON.stringify(life.plans).includes('pricing_group_keys');
}

function valueFor(life: Life, metric: MetricRequest): PropertyValue {
  const { random } = life;
  if (metric.aggregation_type === 'unique_count_agg') return random.pick(['a', 'b', 'c', 'd', 'e', 'ü', 7]);
  const shape = random.int(0, 19);
  if (shape === 0 && life.has('odd') && !life.advance && (life.has('uncounted_in_groups') || !hasGroups(life)))
    return random.pick(['abc', '', '1e3', '+5', '.5', ' 5', true, null]);
  if (shape === 1) return -random.int(1, 5);
  if (shape === 2) return 0;
  if (shape === 3) return `${random.int(0, 99)}.${random.int(1, 999999)}`;
  if (shape < 6) return random.pick(bounds);
  if (shape < 8) return random.int(1, 4000) / 100;
  return random.int(1, 30);
}

function randomEvent(life: Life): EventRequest {
  const { random, has } = life;
  const metric = random.pick(life.metrics);
  const subscription = random.pick(life.subscriptions);
  const tz = life.tzOf(subscription.customer);
  const when = random.int(0, 19);
  let at = life.now;
  if (life.wall) at -= 1000;
  else if (when < 8) at -= random.int(0, 20 * day);
  else if (when < 11)
    at =
      beginningOf(
        localDay(life.now, tz) - (random.chance(0.5) ? civil(localDay(life.now, tz)).date - 1 : random.int(0, 9)),
        tz,
      ) + random.pick([0, -1, -1000, 1, 1000]);
  else if (when === 11) at -= random.int(20, 80) * day;
  else if (when === 12) at += random.int(0, 10 * day);
  const event: EventRequest = {
    transaction_id: `tx${++life.transactions}`,
    external_subscription_id: random.chance(0.03) ? 'unknown' : subscription.external,
    code: random.chance(0.03) ? 'nothing' : metric.code,
    timestamp: random.chance(0.5) ? at / 1000 : String(at / 1000),
    properties: {
      value: valueFor(life, metric),
      ...(random.chance(0.85) ? { region: random.pick([...regions, 'mars']) } : {}),
      ...(random.chance(0.5) ? { tier: random.pick(['gold', 'free']) } : {}),
      ...(metric.aggregation_type === 'unique_count_agg' && random.chance(0.25) ? { operation_type: 'remove' } : {}),
    },
    ...(random.chance(0.3) ? { precise_total_amount_cents: `${random.int(0, 900)}.${random.int(0, 99)}` } : {}),
  };
  if (has('empty_groups')) blankProperties(event.properties, life.more);
  return event;
}

/** Empties a property or gives it a value that is not a usual text. */
function blankProperties(properties: EventProperties, more: Random): void {
  for (const key of ['region', 'tier'])
    if (more.chance(0.15)) properties[key] = more.pick(['', '', null, 0, false, ' ', 'EU']);
}

/** Sends each event alone. The player waits after each, so there are only a few. */
function sendOneByOne(life: Life, events: EventRequest[]): void {
  life.sent.push(...events);
  for (const event of events) life.do('POST /events', { event });
}

/** Sends some events of the subscriptions, one by one or in a batch. */
export function sendEvents(life: Life): void {
  const { random, has } = life;
  const shape = random.int(0, 9);
  if (shape < 5) {
    const events = Array.from({ length: random.int(2, 9) }, () => randomEvent(life));
    if (life.advance && !has('advance_out_of_order'))
      events.sort((one, other) => Number(one.timestamp ?? Infinity) - Number(other.timestamp ?? Infinity));
    if (life.thresholds || life.advanceMixes) return sendOneByOne(life, events.slice(0, 3));
    life.sent.push(...events);
    life.do('POST /events/batch', { events });
  } else if (shape < 8) {
    const event = randomEvent(life);
    life.sent.push(event);
    life.do('POST /events', { event });
  } else if (shape === 8 && life.sent.length > 0) {
    life.do('POST /events', { event: random.pick(life.sent) });
  } else if (has('odd')) {
    const event = {
      ...randomEvent(life),
      ...random.pick<Partial<EventRequest>>([
        { transaction_id: ' ' },
        { code: '' },
        { timestamp: '2024-01-01' },
        { timestamp: 'soon' },
        { code: null },
      ]),
    };
    life.do('POST /events', { event });
  }
}

/** Sends an event at a whole second, within which a subscription starts later. */
export function sendFirst(life: Life, external: string, second: number): void {
  const { mix } = life;
  const metric = mix.pick(life.metrics);
  const value = metric.aggregation_type === 'unique_count_agg' ? mix.pick(['a', 'f']) : mix.int(1, 30);
  const event = {
    transaction_id: `tx${++life.transactions}`,
    external_subscription_id: external,
    code: metric.code,
    timestamp: second,
    properties: { value, region: mix.pick(regions) },
  };
  life.sent.push(event);
  life.do('POST /events', { event });
}
