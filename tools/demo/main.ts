// npm run demo [-- --json FILE]
// A real hour of usage, from events to invoices. Two customers send 28,185 recorded requests to language models to the
// running service, which bills them a month later. One pays by card; the card of the other one is declined, and dunning
// collects the money. Everything goes over HTTP, in the demo's own organization with a test clock, so it can run any
// number of times. The invoices must match the files exactly.
//   BASE_URL, ADMIN_API_KEY   see installation.ts
//   --json FILE               writes the invoices' figures, without anything that differs between runs
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Api } from '@tollgate/harness/api';
import {
  differences,
  type Invoice,
  lastingFigures,
  measuredFees,
  measuredUsage,
  printInvoice,
  printUsage,
  quantity,
  type Usage,
} from './figures.ts';
import { advanceClock, baseUrl, newOrganization } from './installation.ts';
import { load, progressOf } from './load.ts';
import { type Card, collect, faultsOf, preparePayments, printPaid, readPaid, setCard } from './payments.ts';
import { metrics, plan, tax } from './price-list.ts';
import {
  eventsOf,
  expectedUsage,
  type MetricCode,
  readTrace,
  type RecordedRequest,
  type Trace,
  traces,
} from './trace.ts';

const begun = '2023-11-01T00:00:00Z';
const dayAfterTheEvents = '2023-11-17T00:00:00Z';
const monthOver = '2023-12-01T00:10:00Z';

const cards: Record<Trace['id'], Card> = { conversation: 'pm_succeeds', code: 'pm_fails' };

type Requests = Record<Trace['id'], RecordedRequest[]>;

async function setUp(api: Api): Promise<void> {
  const ids: Record<MetricCode, string> = { requests: '', input_tokens: '', output_tokens: '' };
  for (const metric of metrics) {
    const { svc_id: id } = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', metric);
    ids[metric.code] = id;
  }
  await api.create('/api/v1/taxes', 'tax', tax);
  await api.create('/api/v1/plans', 'plan', plan(ids));
  await preparePayments(api);
  for (const { id, name } of traces) {
    await api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name, currency: 'USD' } });
    await setCard(api, id, cards[id]);
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: id, external_id: id, plan_code: 'inference' },
    });
  }
}

async function sendUsage(api: Api, requestsOf: Requests): Promise<void> {
  const events = traces.flatMap(({ id }) => eventsOf(id, requestsOf[id]));
  const requests = traces.reduce((count, { id }) => count + requestsOf[id].length, 0);
  console.log(`Sending ${quantity(requests)} requests as ${quantity(events.length)} events, in batches of 100 ...`);
  const progress = await progressOf(events.length);
  const seconds = await load(api, events, progress.advance).finally(progress.stop);
  const repeated = api.repeats > 0 ? `; ${api.repeats} calls had to be repeated` : '';
  console.log(`  ${seconds.toFixed(1)} s, ${quantity(Math.round(events.length / seconds))} events a second${repeated}`);
}

async function invoiceOf(api: Api, customerId: string): Promise<Invoice> {
  const { invoices } = await api.ok<{ invoices: { svc_id: string }[] }>(
    'GET',
    `/api/v1/invoices?external_customer_id=${customerId}`,
  );
  const [only] = invoices;
  if (!only || invoices.length !== 1) throw new Error(`${customerId} has ${invoices.length} invoices instead of 1`);
  return (await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${only.svc_id}`)).invoice;
}

export async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  const requestsOf: Requests = { conversation: readTrace('conversation'), code: readTrace('code') };
  const started = performance.now();

  const api = await newOrganization({ name: 'Demo', sandbox: true, frozen_time: begun, default_currency: 'USD' });
  console.log(`A new organization at ${baseUrl}; its clock stands at ${begun}.`);
  console.log(`Its API key, to look around afterwards: ${api.key}`);
  await setUp(api);
  await sendUsage(api, requestsOf);

  const wrong: string[] = [];
  await advanceClock(api, dayAfterTheEvents);
  for (const { id, name } of traces) {
    const { customer_usage: usage } = await api.ok<{ customer_usage: Usage }>(
      'GET',
      `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}`,
    );
    printUsage(name, usage);
    wrong.push(...differences(`${id}, current usage`, measuredUsage(usage), expectedUsage(requestsOf[id])));
  }

  console.log(`\nTurning the clock to ${monthOver}: the month is billed ...`);
  await advanceClock(api, monthOver);
  const figures: object[] = [];
  const totals = new Map<string, number>();
  for (const { id, name } of traces) {
    const invoice = await invoiceOf(api, id);
    printInvoice(name, invoice);
    figures.push(lastingFigures(id, invoice));
    totals.set(id, invoice.total_amount_cents);
    wrong.push(...differences(`${id}, invoice`, measuredFees(invoice), expectedUsage(requestsOf[id])));
  }

  console.log('\nPayments');
  for (const { id, name } of traces) printPaid(name, await readPaid(api, id));
  for (const trace of traces) if (cards[trace.id] === 'pm_fails') await collect(api, trace);
  for (const { id } of traces) {
    const paid = await readPaid(api, id);
    figures.push({ customer: id, ...paid });
    wrong.push(...faultsOf(id, paid, cards[id], totals.get(id) ?? 0));
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (wrong.length > 0) {
    console.log(`\nThe figures are not those of the files:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    process.exitCode = 1;
  } else {
    console.log(
      `\nUsage and invoices tell exactly what the files hold, to the last token, and all is paid. ${seconds} s in all.`,
    );
  }
}
