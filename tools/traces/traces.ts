// npm run test:traces
// Traces (OTLP) of a standalone service. One call and everything it causes form one trace, and a silent receiver costs
// nothing. Without a receiver the service loads no tracing code. Closes with `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { repository, runAtDeath, say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import {
  begin,
  begun,
  callWith,
  courseOfEvent,
  differs,
  leaks,
  sendEvent,
  traceWith,
  advanceClock,
  wayUp,
} from './journey.ts';
import type { Api } from '@tollgate/harness/api';
import type { Span } from './otlp.ts';
import {
  type TraceReceiver,
  type WebhookReceiver,
  silentReceiver,
  traceReceiver,
  webhookReceiver,
} from './receiver.ts';

const report = new Report();
const check = (name: string, problems: string[]) => report.check(name, problems);

async function oneTrace(service: Standalone, receiver: TraceReceiver, hooks: WebhookReceiver): Promise<void> {
  const life = await begin(service, hooks.url);
  const event = begun();
  const requestId = 'the-request-of-an-event';
  await sendEvent(life, { ...event.headers, 'x-request-id': requestId });
  const { spans, webhook } = await traceWith(receiver, event, 'fee.created');
  check(
    'an event, its fee and the webhook of it are one trace',
    differs('the way', wayUp(spans, webhook), courseOfEvent),
  );
  const call = spans.find(({ name }) => name === 'POST /api/v1/events');
  check('the call goes on from its caller, and says for whom it is', [
    ...differs('parent', call?.parentSpanId, event.spanId),
    ...differs('route', call?.attributes['http.route'], '/api/v1/events'),
    ...differs('status', call?.attributes['http.response.status_code'], 200),
    ...differs('organization', call?.attributes['tollgate.organization_id'], life.id),
    ...differs('request', call?.attributes['tollgate.request_id'], requestId),
    ...differs('service', call?.service, 'tollgate'),
    ...differs(
      'requests in the trace',
      [...new Set(spans.flatMap(({ attributes }) => attributes['tollgate.request_id'] ?? []))].includes(requestId),
      true,
    ),
  ]);
  check('statements to the stores are part of it', [
    ...differs(
      'PostgreSQL',
      spans.some(
        ({ attributes }) =>
          attributes['db.system.name'] === 'postgresql' &&
          /insert into "?invoicing/.test(String(attributes['db.query.text'])),
      ),
      true,
    ),
    ...differs(
      'ClickHouse',
      spans.some(
        ({ attributes }) =>
          attributes['db.system.name'] === 'clickhouse' &&
          /^insert into \w+\.events_raw/.test(String(attributes['db.query.text'])),
      ),
      true,
    ),
  ]);
  check('an attempt in vain is in it too, and logged with it', [
    ...differs(
      'refused',
      spans.some(({ name, attributes }) => name === 'POST' && attributes['http.response.status_code'] === 500),
      true,
    ),
    ...differs(
      'log',
      logLines(service).some(
        (line) =>
          line.msg === 'webhook attempt failed' &&
          line.trace_id === event.traceId &&
          /^[0-9a-f]{16}$/.test(line.span_id ?? ''),
      ),
      true,
    ),
  ]);
  const month = begun();
  await advanceClock(life.api, '2024-02-01T00:10:00Z', month.headers);
  const run = await traceWith(receiver, month, 'invoice.created');
  const way = wayUp(run.spans, run.webhook);
  check(
    'an invoice run is one trace',
    ['process invoice.created', 'process billing-run', 'process billing.due', 'PUT /api/v1/test_clock'].flatMap(
      (name) => (way.includes(name) ? [] : [`${name} is not in ${way}`]),
    ),
  );
  check('nothing of it tells keys, bodies or values', leaks(receiver.spans, life, service.adminApiKey));
  check(
    'receivers of webhooks are not told the trace',
    hooks.webhooks.some(({ headers }) => 'traceparent' in headers || 'tracestate' in headers) ? ['they are'] : [],
  );
  check('what happens in the background begins traces of its own, without lost parents', orphansOf(receiver.spans));
}

/** Spans without a parent that must have one. */
const orphansOf = (spans: Span[]): string[] => {
  const beginners = /^(process |webhook |GET|POST|PUT|DELETE|PATCH)/;
  return [
    ...new Set(
      spans.filter(({ parentSpanId, name }) => parentSpanId === null && !beginners.test(name)).map(({ name }) => name),
    ),
  ];
};

interface LogLine {
  msg: string;
  trace_id?: string;
  span_id?: string;
}

function logLines({ log }: Standalone): LogLine[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** Makes calls for some seconds. @returns the slowest time in milliseconds */
async function slowestCall(api: Api, seconds: number): Promise<number> {
  let slowest = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const at = performance.now();
    await api.ok('GET', '/api/v1/billable_metrics');
    slowest = Math.max(slowest, performance.now() - at);
  }
  return slowest;
}

const root = mkdtempSync(join(tmpdir(), 'tollgate-traces-'));
const cancelCleanup = runAtDeath(['rm', '-rf', root]);
execFileSync('chmod', ['755', root]);
const dir = join(root, 'data');
execFileSync('mkdir', [dir]);
const loadedFile = join(root, 'loaded.json');
const preload = {
  NODE_OPTIONS: `--import ${join(repository, 'tools', 'traces', 'loaded.ts')}`,
  LOADED_MODULES: loadedFile,
};
/** Modules of the tracing SDK that the last service had loaded. */
const loadedModules = () => JSON.parse(readFileSync(loadedFile, 'utf8')) as string[];
const receiver = await traceReceiver();
const hooks = await webhookReceiver({ refuseFirst: true });
const silent = await silentReceiver();

/**
 * Runs some work against a service with its own settings, and stops it.
 * @returns how long the stop took, in milliseconds
 */
async function during(env: Record<string, string>, play: (service: Standalone) => Promise<void>): Promise<number> {
  const service = await startStandalone({ dir, env: { ...preload, ...env } });
  let stopMs = 0;
  try {
    await play(service);
  } finally {
    const at = performance.now();
    await service.stop();
    stopMs = performance.now() - at;
  }
  return stopMs;
}

try {
  say('With a receiver ...');
  await during(
    { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_BSP_MAX_QUEUE_SIZE: '20000' },
    (service) => oneTrace(service, receiver, hooks),
  );
  check('by protobuf, and with the SDK loaded', [
    ...differs('types', [...receiver.types], ['application/x-protobuf']),
    ...differs(
      'loaded',
      loadedModules().some((path) => path.includes('sdk-trace')),
      true,
    ),
  ]);

  say('With other settings of OpenTelemetry ...');
  receiver.types.clear();
  const traceSettings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'mine',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  };
  const call = begun();
  await during(traceSettings, async ({ baseUrl }) => {
    const { status } = await fetch(`${baseUrl}/api/v1/plans`, {
      headers: { ...call.headers, authorization: 'Bearer hidden-key' },
    });
    check('a call without a key is refused', differs('status', status, 401));
  });
  const sent = receiver.spans.filter(({ traceId }) => traceId === call.traceId);
  check('what is left is sent at a stop, as it is set', [
    ...differs('types', [...receiver.types], ['application/json']),
    ...differs(
      'spans',
      sent.filter(({ name }) => name === 'GET /api/v1/plans').map(({ service }) => service),
      ['mine'],
    ),
    ...differs('key', JSON.stringify(receiver.spans).includes('hidden-key'), false),
  ]);

  say('With a receiver that does not answer ...');
  const hung = {
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_BSP_MAX_QUEUE_SIZE: '50',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  };
  const stopMs = await during(hung, async (service) => {
    const { api } = await begin(service, hooks.url);
    const slowest = await slowestCall(api, 5);
    check('it costs no call anything', slowest < 2_000 ? [] : [`the slowest took ${slowest} ms`]);
    check('it was tried', silent.connections > 0 ? [] : ['nobody connected']);
  });
  check('a stop does not wait for it', stopMs < 15_000 ? [] : [`it took ${stopMs} ms`]);

  say('Without a receiver ...');
  await during({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'mine' }, async (service) => {
    const { api } = await begin(service, hooks.url);
    const event = { transaction_id: 't', external_subscription_id: 's', code: 'calls', properties: { n: 1 } };
    await callWith(begun().headers, api, 'POST', '/api/v1/events', { event });
  });
  check('nothing of it is loaded', loadedModules());
} catch (error) {
  report.error(error);
} finally {
  receiver.close();
  hooks.close();
  silent.close();
  if (report.counts.failed === 0) rmSync(root, { recursive: true, force: true });
  else say(`Data and log: ${root}`);
  cancelCleanup();
}
report.finish();
