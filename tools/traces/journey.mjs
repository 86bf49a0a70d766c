// What becomes of a call in traces: it is made at a service, and the spans of it are looked for at a receiver.
import { randomBytes } from 'node:crypto';
import { waitFor } from '../cluster/process.mjs';
import { Api } from '../demo/api.mjs';

/** An organization whose events are charged at once, and whose month can be ended. */
export async function begin({ baseUrl, adminApiKey }, webhookUrl) {
  const organization = { name: 'Traced', sandbox: true, frozen_time: '2024-01-01T00:00:00Z', default_currency: 'EUR' };
  const made = await new Api(baseUrl, adminApiKey).ok('POST', '/admin/organizations', { organization });
  const api = new Api(baseUrl, made.api_key.value);
  await api.ok('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { webhook_url: `${webhookUrl}/hidden-path?token=hidden-token`, signature_algo: 'hmac' },
  });
  const metric = await api.ok('POST', '/api/v1/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' },
  });
  const charge = {
    billable_metric_id: metric.billable_metric.svc_id,
    charge_model: 'standard',
    pay_in_advance: true,
    invoiceable: false,
    properties: { amount: '1' },
  };
  await api.ok('POST', '/api/v1/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 700,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [charge],
    },
  });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  await advanceClock(api, '2024-01-02T00:00:00Z');
  return { api, key: made.api_key.value, hmacKey: made.organization.hmac_key, id: made.organization.svc_id };
}

/** A call that must succeed, with headers of its own. */
export async function callWith(headers, { baseUrl, key }, method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
}

export async function advanceClock(api, frozenTime, headers = {}) {
  await callWith(headers, api, 'PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
  await waitFor('the clock', async () => (await api.ok('GET', '/api/v1/test_clock')).test_clock.status === 'ready');
}

/** A trace that a caller has begun. */
export const begun = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
};

/** A span and those that it is part of, up to one that is not among the spans, as `name` or what `tell` says of each. */
export function wayUp(spans, span, describe = ({ name }) => name) {
  const way = [];
  for (
    let one = span;
    one && way.length < 50;
    one = spans.find(({ traceId, spanId }) => traceId === one.traceId && spanId === one.parentSpanId)
  ) {
    way.push(describe(one));
    if (one.parentSpanId === null) break;
  }
  return way;
}

/** Services tell of their spans one after another, and of those that go on longest last. */
const longestTellingMs = 20_000;

/** The spans of a trace, once a webhook of a type that got through is among them with all above it, up to what its caller has begun. */
export async function traceWith(receiver, { traceId, spanId }, type) {
  const own = () => receiver.spans.filter((span) => span.traceId === traceId);
  const delivered = () =>
    own().filter(({ name, attributes }) => name === 'POST' && attributes['http.response.status_code'] === 200);
  const isOf = (span) => wayUp(own(), span).includes(`webhook ${type}`);
  await waitFor(`webhook ${type} in the trace`, () => delivered().some(isOf), { timeoutMs: 60_000 });
  const webhook = delivered().find(isOf);
  const isWhole = () => wayUp(own(), webhook, ({ parentSpanId }) => parentSpanId).at(-1) === spanId;
  // One that stays in parts is judged as it is.
  await waitFor('the trace', isWhole, { timeoutMs: longestTellingMs }).catch(() => undefined);
  return { spans: own(), webhook };
}

/** What is different from what is wanted, for people; nothing where it is the same. */
export const differs = (what, found, wanted) =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];

/** What an event, of which nothing but its course may be told, goes through until its fee is told of. */
export const courseOfEvent = [
  'POST',
  'webhook fee.created',
  'process fee.created',
  'send fee.created',
  'process advance-events',
  'send advance-events',
  'process usage.events_in_advance',
  'send usage.events_in_advance',
  'store events',
  'POST /api/v1/events',
];

/** Sends an event whose texts begin with `hidden-` and whose value is 424242. */
export const sendEvent = ({ api }, headers) =>
  callWith(headers, api, 'POST', '/api/v1/events', {
    event: {
      transaction_id: 'hidden-transaction',
      properties: { n: 424242, note: 'hidden-property' },
      external_subscription_id: 's',
      code: 'calls',
    },
  });

/** What of a life's secrets and of what it sent is told by spans. */
export function leaks(spans, { key, hmacKey }, adminApiKey) {
  const text = JSON.stringify(spans);
  return [key, hmacKey, adminApiKey, 'hidden-', '424242'].flatMap((secret) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : [`${secret} is in ${text.slice(Math.max(at - 200, 0), at + 100)}`];
  });
}
