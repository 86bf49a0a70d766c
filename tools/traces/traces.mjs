// npm run test:traces
// What a standalone service tells a receiver of traces (OTLP): one call, and all that it causes, is one trace; a receiver
// that does not answer costs nothing; and without a receiver nothing of it is loaded. Closes with `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { repository, runAtDeath, say, waitFor } from '../cluster/process.mjs';
import { Api } from '../demo/api.mjs';
import { startStandalone } from '../standalone.mjs';
import { silentReceiver, traceReceiver, webhookReceiver } from './receiver.mjs';

const counts = { passed: 0, failed: 0 };
function told(name, problems) {
  counts[problems.length === 0 ? 'passed' : 'failed']++;
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const problem of problems) console.log(`        ${problem}`);
}

/** An organization whose events are charged at once, and whose month can be ended. */
async function begin({ baseUrl, adminApiKey }, webhookUrl) {
  const organization = { name: 'Traced', sandbox: true, frozen_time: '2024-01-01T00:00:00Z', default_currency: 'EUR' };
  const made = await new Api(baseUrl, adminApiKey).ok('POST', '/admin/organizations', { organization });
  const api = new Api(baseUrl, made.api_key.value);
  await api.ok('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { webhook_url: `${webhookUrl}/hidden-path?token=hidden-token`, signature_algo: 'hmac' } });
  const metric = await api.ok('POST', '/api/v1/billable_metrics', { billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' } });
  const charge = { billable_metric_id: metric.billable_metric.svc_id, charge_model: 'standard', pay_in_advance: true, invoiceable: false, properties: { amount: '1' } };
  await api.ok('POST', '/api/v1/plans', { plan: { name: 'P', code: 'p', interval: 'monthly', amount_cents: 700, amount_currency: 'EUR', pay_in_advance: false, charges: [charge] } });
  await api.ok('POST', '/api/v1/subscriptions', { subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' } });
  await turnClock(api, '2024-01-02T00:00:00Z');
  return { api, key: made.api_key.value, hmacKey: made.organization.hmac_key, id: made.organization.svc_id };
}

/** A call that must succeed, with headers of its own. */
async function callWith(headers, { baseUrl, key }, method, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }, body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
}

async function turnClock(api, frozenTime, headers = {}) {
  await callWith(headers, api, 'PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
  await waitFor('the clock', async () => (await api.ok('GET', '/api/v1/test_clock')).test_clock.status === 'ready');
}

/** A trace that a caller has begun. */
const begun = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
};

/** The names of a span and of those that it is part of, up to one that is not among the spans. */
function wayUp(spans, span) {
  const names = [];
  for (let one = span; one; one = spans.find(({ traceId, spanId }) => traceId === one.traceId && spanId === one.parentSpanId)) {
    names.push(one.name);
    if (one.parentSpanId === null || names.length > 50) break;
  }
  return names;
}

/** The spans of a trace, once a webhook of a type that got through is among them with all above it. */
async function traceWith(receiver, traceId, type) {
  const own = () => receiver.spans.filter((span) => span.traceId === traceId);
  const delivered = () => own().filter(({ name, attributes }) => name === 'POST' && attributes['http.response.status_code'] === 200);
  const isOf = (span) => wayUp(own(), span).includes(`webhook ${type}`);
  await waitFor(`webhook ${type} in the trace`, () => delivered().some(isOf), { timeoutMs: 60_000 });
  return { spans: own(), webhook: delivered().find(isOf) };
}

const differs = (what, found, wanted) => (JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`]);

async function oneTrace(service, receiver, hooks) {
  const life = await begin(service, hooks.url);
  const event = begun();
  const secret = { transaction_id: 'hidden-transaction', properties: { n: 424242, note: 'hidden-property' } };
  const requestId = 'the-request-of-an-event';
  const body = { event: { ...secret, external_subscription_id: 's', code: 'calls' } };
  await callWith({ ...event.headers, 'x-request-id': requestId }, life.api, 'POST', '/api/v1/events', body);
  const { spans, webhook } = await traceWith(receiver, event.traceId, 'fee.created');
  told('an event, its fee and the webhook of it are one trace', differs('the way', wayUp(spans, webhook), [
    'POST', 'webhook fee.created', 'process fee.created', 'send fee.created', 'process advance-events', 'send advance-events',
    'process usage.events_in_advance', 'send usage.events_in_advance', 'store events', 'POST /api/v1/events',
  ]));
  const call = spans.find(({ name }) => name === 'POST /api/v1/events');
  told('the call goes on from its caller, and says for whom it is', [
    ...differs('parent', call?.parentSpanId, event.spanId),
    ...differs('route', call?.attributes['http.route'], '/api/v1/events'),
    ...differs('status', call?.attributes['http.response.status_code'], 200),
    ...differs('organization', call?.attributes['tollgate.organization_id'], life.id),
    ...differs('request', call?.attributes['tollgate.request_id'], requestId),
    ...differs('service', call?.service, 'tollgate'),
    ...differs('requests in the trace', [...new Set(spans.flatMap(({ attributes }) => attributes['tollgate.request_id'] ?? []))].includes(requestId), true),
  ]);
  told('statements to the stores are part of it', [
    ...differs('PostgreSQL', spans.some(({ attributes }) => attributes['db.system.name'] === 'postgresql' && /insert into "?invoicing/.test(attributes['db.query.text'])), true),
    ...differs('ClickHouse', spans.some(({ attributes }) => attributes['db.system.name'] === 'clickhouse' && /^insert into \w+\.events_raw/.test(attributes['db.query.text'])), true),
  ]);
  told('an attempt in vain is in it too, and logged with it', [
    ...differs('refused', spans.some(({ name, attributes }) => name === 'POST' && attributes['http.response.status_code'] === 500), true),
    ...differs('log', logLines(service).some((line) => line.msg === 'webhook attempt failed' && line.trace_id === event.traceId && /^[0-9a-f]{16}$/.test(line.span_id)), true),
  ]);
  const month = begun();
  await turnClock(life.api, '2024-02-01T00:10:00Z', month.headers);
  const run = await traceWith(receiver, month.traceId, 'invoice.created');
  const way = wayUp(run.spans, run.webhook);
  told('an invoice run is one trace', ['process invoice.created', 'process billing-run', 'process billing.due', 'PUT /api/v1/test_clock'].flatMap((name) => (way.includes(name) ? [] : [`${name} is not in ${way}`])));
  const everything = JSON.stringify(receiver.spans);
  told('nothing of it tells keys, bodies or values', [life.key, life.hmacKey, service.adminApiKey, 'hidden-', '424242'].flatMap((text) => (everything.includes(text) ? [`${text} is in ${aroundOf(everything, text)}`] : [])));
  told('receivers of webhooks are not told the trace', hooks.webhooks.some(({ headers }) => 'traceparent' in headers || 'tracestate' in headers) ? ['they are'] : []);
  told('what happens in the background begins traces of its own, without lost parents', orphansOf(receiver.spans));
}

const aroundOf = (text, found) => text.slice(Math.max(text.indexOf(found) - 200, 0), text.indexOf(found) + 100);

/** Spans without a parent that only parts of a trace may be. */
const orphansOf = (spans) => {
  const beginners = /^(process |webhook |GET|POST|PUT|DELETE|PATCH)/;
  return [...new Set(spans.filter(({ parentSpanId, name }) => parentSpanId === null && !beginners.test(name)).map(({ name }) => name))];
};

function logLines({ log }) {
  return readFileSync(log, 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}

/** Makes calls until some seconds are over. @returns how long the slowest took, in milliseconds */
async function slowestCall(api, seconds) {
  let slowest = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const at = performance.now();
    await api.ok('GET', '/api/v1/billable_metrics');
    slowest = Math.max(slowest, performance.now() - at);
  }
  return slowest;
}

const root = mkdtempSync(join(tmpdir(), 'tollgate-traces-'));
const forget = runAtDeath(['rm', '-rf', root]);
execFileSync('chmod', ['755', root]);
const dir = join(root, 'data');
execFileSync('mkdir', [dir]);
const loadedFile = join(root, 'loaded.json');
const preload = { NODE_OPTIONS: `--import ${join(repository, 'tools', 'traces', 'loaded.mjs')}`, LOADED_MODULES: loadedFile };
const receiver = await traceReceiver();
const hooks = await webhookReceiver({ refuseFirst: true });
const silent = await silentReceiver();

/** Plays something at a service with its own settings, and stops it. @returns how long the stop took, in milliseconds */
async function during(env, play) {
  const service = await startStandalone({ dir, env: { ...preload, ...env } });
  let stop;
  try {
    await play(service);
  } finally {
    const at = performance.now();
    await service.stop();
    stop = performance.now() - at;
  }
  return stop;
}

try {
  say('With a receiver ...');
  await during({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BSP_MAX_QUEUE_SIZE: '20000' }, (service) => oneTrace(service, receiver, hooks));
  told('by protobuf, and with the SDK loaded', [
    ...differs('types', [...receiver.types], ['application/x-protobuf']),
    ...differs('loaded', JSON.parse(readFileSync(loadedFile, 'utf8')).some((path) => path.includes('sdk-trace')), true),
  ]);

  say('With other settings of OpenTelemetry ...');
  receiver.types.clear();
  const own = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'mine', OTEL_BSP_SCHEDULE_DELAY: '600000' };
  const call = begun();
  await during(own, async ({ baseUrl }) => {
    const { status } = await fetch(`${baseUrl}/api/v1/plans`, { headers: { ...call.headers, authorization: 'Bearer hidden-key' } });
    told('a call without a key is refused', differs('status', status, 401));
  });
  const sent = receiver.spans.filter(({ traceId }) => traceId === call.traceId);
  told('what is left is sent at a stop, as it is set', [
    ...differs('types', [...receiver.types], ['application/json']),
    ...differs('spans', sent.filter(({ name }) => name === 'GET /api/v1/plans').map(({ service }) => service), ['mine']),
    ...differs('key', JSON.stringify(receiver.spans).includes('hidden-key'), false),
  ]);

  say('With a receiver that does not answer ...');
  const hung = { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url, OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BSP_MAX_QUEUE_SIZE: '50', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' };
  const stopMs = await during(hung, async (service) => {
    const { api } = await begin(service, hooks.url);
    const slowest = await slowestCall(api, 5);
    told('it costs no call anything', slowest < 2_000 ? [] : [`the slowest took ${slowest} ms`]);
    told('it was tried', silent.connections > 0 ? [] : ['nobody connected']);
  });
  told('a stop does not wait for it', stopMs < 15_000 ? [] : [`it took ${stopMs} ms`]);

  say('Without a receiver ...');
  await during({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'mine' }, async (service) => {
    const { api } = await begin(service, hooks.url);
    const event = { transaction_id: 't', external_subscription_id: 's', code: 'calls', properties: { n: 1 } };
    await callWith(begun().headers, api, 'POST', '/api/v1/events', { event });
  });
  told('nothing of it is loaded', JSON.parse(readFileSync(loadedFile, 'utf8')));
} catch (error) {
  counts.failed++;
  console.log(`FAILED  ${error.stack}`);
} finally {
  receiver.close();
  hooks.close();
  silent.close();
  if (counts.failed === 0) rmSync(root, { recursive: true, force: true });
  else say(`Data and log: ${root}`);
  forget();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
