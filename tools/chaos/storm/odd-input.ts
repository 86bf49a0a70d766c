// Posts that no careful client sends. The service must clearly refuse each one, or the post must do no harm:
//   refused    a status of 400 to 499, never 200, according to the reference (metering, section 2.1)
//   harmless   accepted or refused; it counts for nothing either way
import type { Random } from './random.ts';
import type { UsageEvent } from './usage.ts';

interface Post {
  path: string;
  /** A text is sent unchanged. */
  body: unknown;
}

/** Builders of odd posts by name, each from a proper event. */
type OddPosts = Record<string, (proper: UsageEvent) => Post>;

const event = (fields: object): Post => ({ path: '/api/v1/events', body: { event: fields } });
const batch = (events: unknown[]): Post => ({ path: '/api/v1/events/batch', body: { events } });
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const refused: OddPosts = {
  'timestamp in milliseconds': (proper) => event({ ...proper, timestamp: 1_700_000_000_000 }),
  'timestamp in microseconds': (proper) => event({ ...proper, timestamp: '1700000000000000' }),
  'timestamp of 11 digits': (proper) => event({ ...proper, timestamp: 99_999_999_999 }),
  'timestamp as a date': (proper) => event({ ...proper, timestamp: '2024-01-05T00:00:00Z' }),
  'negative timestamp': (proper) => event({ ...proper, timestamp: -5 }),
  'timestamp of the wrong type': (proper) => event({ ...proper, timestamp: { seconds: 1 } }),
  'bad timestamp among good ones': (proper) =>
    batch([proper, { ...proper, transaction_id: `${proper.transaction_id}-b`, timestamp: 1e15 }]),
  'lone surrogate in the id': (proper) => event({ ...proper, transaction_id: `${proper.transaction_id}\ud800` }),
  'lone surrogate in a property': (proper) => event({ ...proper, properties: { value: '\udfff' } }),
  'lone surrogate in the name of a property': (proper) => event({ ...proper, properties: { '\ud83d': 1 } }),
  'NUL in the id': (proper) => event({ ...proper, transaction_id: `${proper.transaction_id}\0` }),
  'NUL in the code': (proper) => event({ ...proper, code: `${proper.code}\0` }),
  'NUL in a property': (proper) => event({ ...proper, properties: { value: 'a\0b' } }),
  'price of 60 digits': (proper) => event({ ...proper, precise_total_amount_cents: '9'.repeat(60) }),
  'price that is no number': (proper) => event({ ...proper, precise_total_amount_cents: 'much' }),
  'id of the wrong type': (proper) => event({ ...proper, transaction_id: { id: 1 } }),
  'no id': ({ code }) => event({ code }),
  'no code': ({ transaction_id: id }) => event({ transaction_id: id }),
  'no event': () => ({ path: '/api/v1/events', body: {} }),
  'no events': () => batch([]),
  'events of the wrong type': () => ({ path: '/api/v1/events/batch', body: { events: 'many' } }),
  'an event that is none': (proper) => batch([proper, 7]),
  'too many events': (proper) =>
    batch(
      Array.from({ length: 101 }, (_, index) => ({ ...proper, transaction_id: `${proper.transaction_id}-${index}` })),
    ),
  'body that is no JSON': () => ({ path: '/api/v1/events', body: '{"event": {"code": ' }),
  'body over the limit': (proper) => event({ ...proper, properties: { value: 'x'.repeat(2_200_000) } }),
};

const harmless: OddPosts = {
  'properties of the wrong type': (proper) => event({ ...proper, properties: 'value' }),
  'deep properties': (proper) => ({
    path: '/api/v1/events',
    body: JSON.stringify({ event: { ...proper, properties: {} } }).replace(
      '"properties":{}',
      `"properties":${nested(5000)}`,
    ),
  }),
  'value of 400 digits': (proper) => event({ ...proper, properties: { value: '9'.repeat(400) } }),
  'value with 300 decimals': (proper) => event({ ...proper, properties: { value: `0.${'3'.repeat(300)}` } }),
  'huge JSON number': (proper) => ({
    path: '/api/v1/events',
    body: JSON.stringify({ event: { ...proper, properties: { value: 0 } } }).replace(
      '"value":0',
      '"value":123456789012345678901234567890.5',
    ),
  }),
  'exponent as text': (proper) => event({ ...proper, properties: { value: '1e3' } }),
  'value that is a list': (proper) => event({ ...proper, properties: { value: [1, [2, [3]]] } }),
  'value that is null': (proper) => event({ ...proper, properties: { value: null } }),
  'long code': (proper) => event({ ...proper, code: 'c'.repeat(10_000) }),
  'unknown code': (proper) => event({ ...proper, code: 'nobody knows' }),
  'unknown subscription': (proper) => event({ ...proper, external_subscription_id: 'nobody' }),
  'very early timestamp': (proper) => event({ ...proper, timestamp: 0 }),
  'odd characters': (proper) =>
    event({
      ...proper,
      transaction_id: `${proper.transaction_id}/../%00 "'\\ \u202e😀`,
      properties: { value: '7', '': 1, __proto__x: 2 },
    }),
  'a thousand properties': (proper) =>
    event({
      ...proper,
      properties: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, index])),
    }),
};

/** An odd post, and whether the service must refuse it. */
export interface OddPost extends Post {
  name: string;
  mustBeRefused: boolean;
}

/** The next odd post. @param proper an event of a metric on no plan */
export function oddPost(random: Random, proper: UsageEvent): OddPost {
  const mustBeRefused = random.chance(0.6);
  const [name, makePost] = random.pick(Object.entries(mustBeRefused ? refused : harmless));
  return { name, mustBeRefused, ...makePost(proper) };
}
