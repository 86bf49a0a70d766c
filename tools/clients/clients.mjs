// npm run test:clients
// Plays unmodified third-party client packages against a standalone service that uses their identifier prefix: each call
// with an existing endpoint must work, and the client must parse its answer. Calls without an endpoint are printed and
// compared with `missing.json`, which may only shrink. `defects.json` names the packages' own defects. Closes with
// `N passed, N failed`.
//   --update   rewrites that list
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, tail } from '../harness/process.ts';
import { pythonPrograms } from '../python.mjs';
import { startStandalone } from '../harness/standalone.ts';
import { makeFixtures } from './fixtures.mjs';
import { javascriptDirectory } from './javascript-package.mjs';
import { runToEnd } from './run.mjs';
import { walk } from './walk.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
/** The calls of the published document: `GET /taxes/{code}`, and a function that finds the call of a request. */
async function publishedCalls(baseUrl) {
  const { paths } = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const fixed = (path) => path.split('/').filter((part) => !part.startsWith('{')).length;
  return calls
    .sort((one, other) => fixed(other.path) - fixed(one.path))
    .map(({ method, path }) => ({
      name: `${method} ${path.replaceAll('{lago_', '{svc_')}`,
      pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
}

const clients = {
  javascript: async (orders) =>
    runToEnd(process.execPath, [here('javascript.mjs')], {
      input: JSON.stringify({ ...orders, packageDirectory: await javascriptDirectory() }),
    }),
  python: async (orders) =>
    runToEnd(join(await pythonPrograms('clients', here('requirements.txt')), 'python'), [here('python.py')], {
      input: JSON.stringify(orders),
    }),
};

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
async function play(language, service, calls) {
  const { requests } = JSON.parse(
    await clients[language]({ baseUrl: service.baseUrl, apiKey: 'none', operations: [] }),
  );
  const { apiKey, ids } = await makeFixtures(service);
  const examples = walk(ids);
  const missing = [];
  const untold = [];
  const byOperation = {};
  for (const [name, request] of Object.entries(requests)) {
    const call = request && calls.find(({ pattern }) => pattern.test(request));
    if (!call) missing.push(`${name}: ${request ?? 'no request'}`);
    else if (!(call.name in examples)) untold.push(name);
    else (byOperation[call.name] ??= []).push(name);
  }
  const operations = Object.entries(examples).flatMap(([operation, example]) =>
    (byOperation[operation] ?? []).map((name, place) => ({
      name,
      ...example,
      ...(example.paths ? { path: example.paths[place] } : {}),
      wrapped: !withoutWrapper.includes(operation),
      isRead: !withoutResource.includes(operation),
    })),
  );
  const { worked, failed } = JSON.parse(await clients[language]({ baseUrl: service.baseUrl, apiKey, operations }));
  for (const name of untold) failed[name] = 'its endpoint is there, and walk.mjs does not say how it is called';
  return { missing: missing.sort(), worked, failed };
}

let service;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await service?.stop();
    process.exit(130);
  });
}

const update = process.argv.includes('--update');
const known = JSON.parse(readFileSync(here('missing.json'), 'utf8'));
const defects = JSON.parse(readFileSync(here('defects.json'), 'utf8'));
let passed = 0;
let failures = 0;
const fail = (text) => {
  failures += 1;
  console.log(`FAILED  ${text}`);
};

service = await startStandalone({ env: { IDENTIFIER_PREFIX: 'lago' } });
try {
  const calls = await publishedCalls(service.baseUrl);
  for (const language of Object.keys(clients)) {
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
  fail(error.stack);
}
if (update) writeFileSync(here('missing.json'), `${JSON.stringify(known, null, 2)}\n`);
if (failures > 0) say(`End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`);
await service.stop({ keep: failures > 0 });
console.log(`${passed} passed, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
