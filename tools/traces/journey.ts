// Follows a call through its traces: sends it to a service, and finds its spans at a receiver.
import { randomBytes } from 'node:crypto';
import { Api, type Method, type TestClock } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import type { Span } from './otlp.ts';
import type { TraceReceiver } from './receiver.ts';

/** An organization whose calls are traced. */
export interface Life {
  api: Api;
  hmacKey: string;
  id: string;
}

/** A trace that a caller has begun. */
export interface Begun {
  traceId: string;
  spanId: string;
  headers: { traceparent: string };
}

/** An organization with charges in advance, and a month that can end. */
export async function begin({ baseUrl, adminApiKey }: Service, webhookUrl: string): Promise<Life> {
  const organization = { name: 'Traced', sandbox: true, frozen_time: '2024-01-01T00:00:00Z', default_currency: 'EUR' };
  const created = await new Api(baseUrl, adminApiKey).ok<{
    api_key: { value: string };
    organization: { svc_id: string; hmac_key: string };
  }>('POST', '/admin/organizations', { organization });
  const api = new Api(baseUrl, created.api_key.value);
  await api.ok('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { webhook_url: `${webhookUrl}/hidden-path?token=hidden-token`, signature_algo: 'hmac' },
  });
  const metric = await api.ok<{ billable_metric: { svc_id: string } }>('POST', '/api/v1/billable_metrics', {
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
  return { api, hmacKey: created.organization.hmac_key, id: created.organization.svc_id };
}

/** A call that must succeed, with its own headers. */
export async function callWith(
  headers: Record<string, string>,
  { baseUrl, key }: Api,
  method: Method,
  path: string,
  body: unknown,
): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
}

/** Advances the clock within a trace, and waits until all due work is done. */
export async function advanceClock(api: Api, frozenTime: string, headers: Record<string, string> = {}): Promise<void> {
  await callWith(headers, api, 'PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
  const isReady = async () =>
    (await api.ok<{ test_clock: TestClock }>('GET', '/api/v1/test_clock')).test_clock.status === 'ready';
  await waitFor('the clock', isReady);
}

/** Begins a trace as a caller. */
export const begun = (): Begun => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
};

/** A span and its ancestors, up to one whose parent is unknown. */
export function ancestry(spans: Span[], span: Span | undefined): Span[] {
  const way: Span[] = [];
  for (let one = span; one && way.length < 50;) {
    way.push(one);
    const { traceId, parentSpanId } = one;
    if (parentSpanId === null) break;
    one = spans.find((other) => other.traceId === traceId && other.spanId === parentSpanId);
  }
  return way;
}

/** The names of a span and its ancestors. */
export const wayUp = (spans: Span[], span: Span | undefined): string[] => ancestry(spans, span).map(({ name }) => name);

/** Services export their spans one at a time, and long ones last. */
const exportTimeoutMs = 20_000;

/**
 * The spans of a trace, once they include a delivered webhook of a type with all its ancestors up to the caller's span.
 */
export async function traceWith(
  receiver: TraceReceiver,
  { traceId, spanId }: Begun,
  type: string,
): Promise<{ spans: Span[]; webhook: Span | undefined }> {
  const traceSpans = () => receiver.spans.filter((span) => span.traceId === traceId);
  const delivered = () =>
    traceSpans().filter(({ name, attributes }) => name === 'POST' && attributes['http.response.status_code'] === 200);
  const isOf = (span: Span) => wayUp(traceSpans(), span).includes(`webhook ${type}`);
  await waitFor(`webhook ${type} in the trace`, () => delivered().some(isOf), { timeoutMs: 60_000 });
  const webhook = delivered().find(isOf);
  const isComplete = () => ancestry(traceSpans(), webhook).at(-1)?.parentSpanId === spanId;
  // An incomplete trace is judged as it is.
  await waitFor('the trace', isComplete, { timeoutMs: exportTimeoutMs }).catch(() => undefined);
  return { spans: traceSpans(), webhook };
}

/** The difference from the expected value, for people; nothing if they are equal. */
export const differs = (what: string, found: unknown, expected: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

/** The path of an event until the message about its fee. Spans may contain nothing of the event but this path. */
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
export const sendEvent = ({ api }: Life, headers: Record<string, string>): Promise<void> =>
  callWith(headers, api, 'POST', '/api/v1/events', {
    event: {
      transaction_id: 'hidden-transaction',
      properties: { n: 424242, note: 'hidden-property' },
      external_subscription_id: 's',
      code: 'calls',
    },
  });

/** Secrets of a life and contents of its events that spans contain. */
export function leaks(spans: Span[], { api, hmacKey }: Life, adminApiKey: string): string[] {
  const text = JSON.stringify(spans);
  return [api.key, hmacKey, adminApiKey, 'hidden-', '424242'].flatMap((secret) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : [`${secret} is in ${text.slice(Math.max(at - 200, 0), at + 100)}`];
  });
}
