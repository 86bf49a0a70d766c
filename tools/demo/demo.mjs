// npm run demo [-- --json FILE]
// A real hour of usage, from events to invoices: 28,185 recorded requests to language models, sent by two customers
// to the running service, billed a month later. Everything goes over HTTP, in an organization of its own with a test
// clock, so it may be run as often as you like. The invoices must tell exactly what the files hold.
//   BASE_URL        the service; http://127.0.0.1:3000 when absent
//   ADMIN_API_KEY   its key for operators; when absent, what the standalone service keeps in its data directory
//   --json FILE     writes the invoices' figures, without what differs from one run to the next
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Api } from './api.mjs';
import { differences, lastingFigures, measuredFees, measuredUsage, printInvoice, printUsage, quantity } from './figures.mjs';
import { load, progressOf } from './load.mjs';
import { metrics, plan, tax } from './price-list.mjs';
import { eventsOf, expectedUsage, readTrace, traces } from './trace.mjs';

class Hint extends Error {}

const baseUrl = (process.env.BASE_URL || 'http://127.0.0.1:3000').replace(/\/$/, '');
const begun = '2023-11-01T00:00:00Z';
const dayAfterTheEvents = '2023-11-17T00:00:00Z';
const monthOver = '2023-12-01T00:10:00Z';
const clockPatienceMs = 300_000;

function adminKey() {
  if (process.env.ADMIN_API_KEY) return process.env.ADMIN_API_KEY;
  const file = resolve(fileURLToPath(new URL('../..', import.meta.url)), process.env.DATA_DIR || '.data', 'admin-api-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Hint('There is no ADMIN_API_KEY in the environment, and no standalone service has run here. Start one with: npm start');
}

async function newOrganization() {
  try {
    await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(5000) });
  } catch {
    throw new Hint(`Nothing answers at ${baseUrl}. Start the service in another terminal with npm start, or set BASE_URL.`);
  }
  const organization = { name: 'Demo', sandbox: true, frozen_time: begun, default_currency: 'USD' };
  const answer = await new Api(baseUrl, adminKey()).send('POST', '/admin/organizations', { organization });
  if (answer.status === 401) throw new Hint(`The service at ${baseUrl} has another admin key: set ADMIN_API_KEY to it.`);
  if (answer.status >= 300) throw new Error(`No organization: ${answer.status} ${JSON.stringify(answer.body)}`);
  return new Api(baseUrl, answer.body.api_key.value);
}

async function setUp(api) {
  const ids = {};
  for (const metric of metrics) ids[metric.code] = (await api.create('/api/v1/billable_metrics', 'billable_metric', metric)).svc_id;
  await api.create('/api/v1/taxes', 'tax', tax);
  await api.create('/api/v1/plans', 'plan', plan(ids));
  for (const { id, name } of traces) {
    await api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name, currency: 'USD' } });
    await api.ok('POST', '/api/v1/subscriptions', { subscription: { external_customer_id: id, external_id: id, plan_code: 'inference' } });
  }
}

/** Turns the clock and waits until all that fell due is done. Sent again now and then: whoever did it may be gone. */
async function turnClock(api, frozenTime) {
  const deadline = Date.now() + clockPatienceMs;
  for (;;) {
    let { test_clock: clock } = await api.ok('PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
    for (let poll = 0; poll < 50 && clock.status !== 'ready'; poll++) {
      await sleep(100);
      ({ test_clock: clock } = await api.ok('GET', '/api/v1/test_clock'));
    }
    if (clock.status === 'ready') return;
    if (Date.now() > deadline) throw new Error(`The clock does not arrive at ${frozenTime}; it is at ${clock.frozen_time}.`);
  }
}

async function sendUsage(api, requestsOf) {
  const events = traces.flatMap(({ id }) => eventsOf(id, requestsOf[id]));
  const requests = traces.reduce((count, { id }) => count + requestsOf[id].length, 0);
  console.log(`Sending ${quantity(requests)} requests as ${quantity(events.length)} events, in batches of 100 ...`);
  const progress = await progressOf(events.length);
  const seconds = await load(api, events, progress.advance).finally(progress.stop);
  const repeated = api.repeats > 0 ? `; ${api.repeats} calls had to be repeated` : '';
  console.log(`  ${seconds.toFixed(1)} s, ${quantity(Math.round(events.length / seconds))} events a second${repeated}`);
}

async function invoiceOf(api, customerId) {
  const { invoices } = await api.ok('GET', `/api/v1/invoices?external_customer_id=${customerId}`);
  if (invoices.length !== 1) throw new Error(`${customerId} has ${invoices.length} invoices instead of 1`);
  return (await api.ok('GET', `/api/v1/invoices/${invoices[0].svc_id}`)).invoice;
}

async function main() {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  const requestsOf = Object.fromEntries(traces.map(({ id }) => [id, readTrace(id)]));
  const started = performance.now();

  const api = await newOrganization();
  console.log(`A new organization at ${baseUrl}; its clock stands at ${begun}.`);
  console.log(`Its API key, to look around afterwards: ${api.key}`);
  await setUp(api);
  await sendUsage(api, requestsOf);

  const wrong = [];
  await turnClock(api, dayAfterTheEvents);
  for (const { id, name } of traces) {
    const { customer_usage: usage } = await api.ok('GET', `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}`);
    printUsage(name, usage);
    wrong.push(...differences(`${id}, current usage`, measuredUsage(usage), expectedUsage(requestsOf[id])));
  }

  console.log(`\nTurning the clock to ${monthOver}: the month is billed ...`);
  await turnClock(api, monthOver);
  const figures = [];
  for (const { id, name } of traces) {
    const invoice = await invoiceOf(api, id);
    printInvoice(name, invoice);
    figures.push(lastingFigures(id, invoice));
    wrong.push(...differences(`${id}, invoice`, measuredFees(invoice), expectedUsage(requestsOf[id])));
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (wrong.length > 0) {
    console.log(`\nThe figures are not those of the files:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    process.exitCode = 1;
  } else {
    console.log(`\nUsage and invoices tell exactly what the files hold, to the last token. ${seconds} s in all.`);
  }
}

main().catch((error) => {
  const missing = error.code === 'ERR_MODULE_NOT_FOUND' ? 'The packages are not installed yet: npm start does that.' : undefined;
  console.error(`\n${error instanceof Hint ? error.message : (missing ?? error.message)}`);
  process.exitCode = 1;
});
