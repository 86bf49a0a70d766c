// Traces through a cluster: restarts its services with a trace receiver, and follows one call from the gateway through
// every process that takes part.
import {
  ancestry,
  begin,
  begun,
  courseOfEvent,
  differs,
  leaks,
  sendEvent,
  traceWith,
  advanceClock,
  wayUp,
} from '@tollgate/traces/journey';
import { type TraceReceiver, traceReceiver, webhookReceiver } from '@tollgate/traces/receiver';
import type { Counts } from '@tollgate/harness/report';
import type { Cluster } from './parts.ts';

const settings = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '200',
  OTEL_BSP_MAX_QUEUE_SIZE: '20000',
});

async function restart({ services }: Cluster): Promise<void> {
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await Promise.all(Object.values(services).map((service) => service.start()));
}

/** @returns problems by check */
async function follow(
  cluster: Cluster,
  receiver: TraceReceiver,
  hooks: { url: string },
): Promise<Record<string, string[]>> {
  const life = await begin(cluster, hooks.url);
  const [event, month] = [begun(), begun()];
  await sendEvent(life, event.headers);
  const { spans, webhook } = await traceWith(receiver, event, 'fee.created');
  await advanceClock(life.api, '2024-02-01T00:10:00Z', month.headers);
  const run = await traceWith(receiver, month, 'invoice.created');
  const way = wayUp(run.spans, run.webhook);
  return {
    'an event is one trace from the gateway to its webhook': differs('the way', wayUp(spans, webhook), [
      ...courseOfEvent,
      'POST ingestion',
      'POST /api/v1/events',
    ]),
    'through the processes of their services': differs(
      'services',
      [...new Set(ancestry(spans, webhook).map(({ service }) => service))],
      ['webhook-delivery', 'invoicing', 'ingestion', 'gateway'],
    ),
    'so is an invoice run, which begins by a command': [
      /^process invoice.created$/,
      /^process billing-run$/,
      /^process billing.due$/,
      /^POST .internal.commands/,
      /^command subscription.due_work.run$/,
    ].flatMap((name) => (way.some((one) => name.test(one)) ? [] : [`${name} is not in ${way}`])),
    'nothing of it tells keys, bodies or values': leaks(receiver.spans, life, cluster.adminApiKey),
  };
}

/**
 * Follows traces through a running cluster. Afterwards its services continue with traces that no receiver takes.
 */
export async function traces(cluster: Cluster): Promise<Counts> {
  const [receiver, hooks] = [await traceReceiver(), await webhookReceiver({ refuseFirst: false })];
  const traceSettings = settings(receiver.url);
  const counts = { passed: 0, failed: 0 };
  try {
    // Processes inherit these variables when they start.
    Object.assign(process.env, traceSettings);
    await restart(cluster);
    for (const [name, problems] of Object.entries(await follow(cluster, receiver, hooks))) {
      counts[problems.length === 0 ? 'passed' : 'failed']++;
      for (const problem of problems) console.log(`FAILED  ${name}: ${problem}`);
    }
  } finally {
    for (const name of Object.keys(traceSettings)) delete process.env[name];
    receiver.close();
    hooks.close();
  }
  return counts;
}
