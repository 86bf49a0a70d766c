// npm run test:clients
// Plays unmodified third-party client packages against a standalone service that uses their identifier prefix. Each call
// with an existing endpoint must work, and the client must parse its answer. Calls without an endpoint are printed and
// compared with `missing.json`, which may only shrink. `defects.json` names the packages' own defects. Before that, it
// generates clients from the OpenAPI document (generated.ts). Packages that send usage send each event twice
// (event-senders.ts), and so do OpenTelemetry's exporters of traces (trace-senders.ts). Programs that report calls of
// language models do so while the service is killed (model-senders.ts). Closes with `N passed, N failed`.
//   --update   rewrites that list
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, tail } from '@tollgate/harness/process';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { pythonPrograms } from '@tollgate/python/python';
import { startStripe } from '@tollgate/stripe/double';
import { playEventSenders } from './event-senders.ts';
import { makeFixtures } from './fixtures.ts';
import { generateClients } from './generated.ts';
import { javascriptDirectory } from './javascript-package.ts';
import { playModelSenders } from './model-senders.ts';
import type { ClientReport, Operation, Orders } from './orders.ts';
import { runToEnd } from './run.ts';
import { playTraceSenders } from './trace-senders.ts';
import { walk } from './walk.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A call of the published document: `GET /taxes/{code}`, and what its requests look like. */
interface PublishedCall {
  name: string;
  pattern: RegExp;
}

/** The calls of the published document, the most exact paths first. */
async function publishedCalls(baseUrl: string): Promise<PublishedCall[]> {
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const fixed = (path: string): number => path.split('/').filter((part) => !part.startsWith('{')).length;
  return calls
    .sort((one, other) => fixed(other.path) - fixed(one.path))
    .map(({ method, path }) => ({
      name: `${method} ${path.replaceAll('{lago_', '{svc_')}`,
      pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
}

/** Programs that play a client each, by its language. */
const clients = {
  javascript: async (orders: Orders) =>
    runToEnd(process.execPath, [here('javascript.ts')], {
      input: JSON.stringify({ ...orders, packageDirectory: await javascriptDirectory() }),
    }),
  python: async (orders: Orders) =>
    runToEnd(join(await pythonPrograms('clients', here('requirements.txt')), 'python'), [here('python.py')], {
      input: JSON.stringify(orders),
    }),
};
type Language = keyof typeof clients;
const languages: Language[] = ['javascript', 'python'];

const reportOf = async (language: Language, orders: Orders): Promise<ClientReport> =>
  JSON.parse(await clients[language](orders)) as ClientReport;

/** Clients read nothing, or plain text, from these answers. */
const withoutResource = [
  'GET /webhooks/public_key',
  'POST /invoices/{svc_id}/retry_payment',
  'DELETE /credit_notes/{svc_id}/metadata',
  'DELETE /subscriptions/{external_id}/alerts',
  'DELETE /plans/{code}/metadata',
  'DELETE /wallets/{svc_id}/metadata',
  'DELETE /customers/{external_customer_id}/wallets/{code}/metadata',
  'DELETE /customers/{external_customer_id}/wallets/{wallet_code}/alerts',
];
const withoutWrapper = [
  'POST /billable_metrics/evaluate_expression',
  'POST /events/batch',
  'POST /events/batch_estimate_instant_fees',
  'POST /invoices/preview',
  'POST /subscriptions/{external_id}/alerts',
];

/** Plays one client. @returns its calls without an endpoint, and the results of the others */
async function play(
  language: Language,
  service: Service,
  calls: PublishedCall[],
): Promise<Omit<ClientReport, 'requests'> & { missing: string[] }> {
  const { baseUrl } = service;
  const { requests } = await reportOf(language, { baseUrl, apiKey: 'none', operations: [] });
  const { apiKey, ids } = await makeFixtures(service);
  const examples = walk(ids);
  const missing: string[] = [];
  const unknown: string[] = [];
  const byCall: Record<string, string[]> = {};
  for (const [name, request] of Object.entries(requests)) {
    const call = request ? calls.find(({ pattern }) => pattern.test(request)) : undefined;
    if (!call) missing.push(`${name}: ${request ?? 'no request'}`);
    else if (!(call.name in examples)) unknown.push(name);
    else (byCall[call.name] ??= []).push(name);
  }
  const operations = Object.entries(examples).flatMap(([call, example]) =>
    (byCall[call] ?? []).map((name, place): Operation => {
      const path = example.paths ? example.paths[place] : example.path;
      return {
        name,
        ...example,
        ...(path ? { path } : {}),
        wrapped: !withoutWrapper.includes(call),
        isRead: !withoutResource.includes(call),
      };
    }),
  );
  const { worked, failed } = await reportOf(language, { baseUrl, apiKey, operations });
  for (const name of unknown) failed[name] = 'its endpoint is there, and walk.ts does not say how it is called';
  return { missing: missing.sort(), worked, failed };
}

const update = process.argv.includes('--update');
const known = JSON.parse(readFileSync(here('missing.json'), 'utf8')) as Record<Language, string[]>;
const defects = JSON.parse(readFileSync(here('defects.json'), 'utf8')) as Record<Language, Record<string, string>>;
let passed = 0;
let failures = 0;
const fail = (text: string): void => {
  failures += 1;
  console.log(`FAILED  ${text}`);
};

const generated = await generateClients();
passed += generated.passed;
console.log(`generated clients: ${generated.passed} calls`);
for (const line of generated.failed) fail(line);

const stripe = await startStripe();
const service = await startStandalone({ env: { IDENTIFIER_PREFIX: 'lago', STRIPE_API_URL: stripe.url } });
async function stop(keep = false): Promise<void> {
  await service.stop({ keep });
  await stripe.stop();
}
async function interrupt(): Promise<never> {
  await stop();
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());

try {
  const senders = await playEventSenders(service, stripe.key);
  passed += senders.worked.length;
  console.log(`senders of usage: ${senders.worked.join('; ')}`);
  for (const [name, reason] of Object.entries(senders.failed)) fail(`${name}: ${reason}`);
  const traces = await playTraceSenders(service);
  passed += traces.worked.length;
  console.log(`exporters of traces: ${traces.worked.join('; ')}`);
  for (const [name, reason] of Object.entries(traces.failed)) fail(`exporter of traces, ${name}: ${reason}`);
  const models = await playModelSenders(service);
  passed += models.worked.length;
  console.log(`senders of calls to language models: ${models.worked.join('; ')}`);
  for (const [name, reason] of Object.entries(models.failed)) fail(`${name}: ${reason}`);
  const calls = await publishedCalls(service.baseUrl);
  for (const language of languages) {
    const { missing, worked, failed } = await play(language, service, calls);
    passed += worked.length;
    console.log(
      `${language}: ${worked.length} calls work, ${missing.length} have no endpoint yet:\n${missing.map((name) => `  ${name}`).join('\n')}`,
    );
    for (const [name, reason] of Object.entries(failed))
      if (!(name in defects[language])) fail(`${language} ${name}: ${reason}`);
    for (const name of Object.keys(defects[language]).filter((one) => !(one in failed)))
      fail(`${language} ${name}: did not fail; take it off defects.json`);
    for (const [name, reason] of Object.entries(defects[language]))
      console.log(`  the client's own defect: ${name} ${reason}`);
    if (update) known[language] = missing;
    for (const name of missing.filter((one) => !known[language].includes(one)))
      fail(`${language} ${name}: its endpoint was there`);
    for (const name of known[language].filter((one) => !missing.includes(one)))
      fail(`${language} ${name}: its endpoint is there now; take it off the list with --update`);
  }
} catch (error) {
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
if (update) writeFileSync(here('missing.json'), `${JSON.stringify(known, null, 2)}\n`);
if (failures > 0) say(`End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`);
await stop(failures > 0);
console.log(`${passed} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
