// npm run test:receivers
// Runs the receivers of docs/start/receive-webhooks.md, in Node, Python and Go, against a standalone service. They get its
// own webhooks under both algorithms, then forged, repeated and stale ones. A language without its toolchain is named and
// not counted. Closes with `N passed, N failed`.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import { messageOf, Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { type Language, languages, prepare, type Receiver, type Start } from './programs.ts';

const algorithms = ['hmac', 'jwt'] as const;
type Algorithm = (typeof algorithms)[number];

/** A webhook as the service sent it. */
interface Sent {
  headers: Record<string, string>;
  body: string;
}

interface Endpoint {
  svc_id: string;
}

const carried = ['content-type', 'x-svc-signature', 'x-svc-signature-algorithm', 'x-svc-unique-key', 'x-svc-sequence'];
const only = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(carried.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));

const report = new Report();
const directory = mkdtempSync(join(tmpdir(), 'tollgate-receivers-'));
const service = await startStandalone();
const recorded: (Sent & { path: string })[] = [];
const recorder = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    recorded.push({ path: request.url ?? '', headers: only(request.headers), body: Buffer.concat(chunks).toString() });
    response.writeHead(200).end();
  });
});
await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
const recorderUrl = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;

/** An organization, and the secrets of its receivers. */
async function newCustomer() {
  const { organization, api_key: key } = await new Api(service.baseUrl, service.adminApiKey).ok<{
    organization: { hmac_key: string };
    api_key: { value: string };
  }>('POST', '/admin/organizations', { organization: { name: 'Receivers' } });
  const api = new Api(service.baseUrl, key.value);
  const { webhook } = await api.ok<{ webhook: { public_key: string } }>('GET', '/api/v1/webhooks/json_public_key');
  return { api, HMAC_KEY: organization.hmac_key, PUBLIC_KEY: webhook.public_key };
}
type Customer = Awaited<ReturnType<typeof newCustomer>>;

const register = async ({ api }: Customer, url: string, algorithm: Algorithm): Promise<Endpoint> =>
  (
    await api.ok<{ webhook_endpoint: Endpoint }>('POST', '/api/v1/webhook_endpoints', {
      webhook_endpoint: { webhook_url: url, signature_algo: algorithm },
    })
  ).webhook_endpoint;

async function post(receiver: Receiver, { headers, body }: Sent): Promise<number> {
  const response = await fetch(receiver.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) });
  return response.status;
}

const altered = (sent: Sent, headers: Record<string, string>, body = sent.body): Sent => ({
  headers: { ...sent.headers, ...headers },
  body,
});

const strangeKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const strangeJwt = (body: string): string => {
  const unsigned = `${part({ alg: 'RS256' })}.${part({ data: body })}`;
  return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), strangeKey).toString('base64url')}`;
};

/** Webhooks that a receiver must refuse, with a reason. */
function forgeries(sent: Sent, other: Sent, publicKey: string): Record<string, Sent> {
  const { 'x-svc-signature': _, ...unsigned } = sent.headers;
  const signed = (signature: string) => altered(sent, { 'x-svc-signature': signature });
  return {
    'another body': altered(sent, {}, sent.body.replace('billable_metric.created', 'billable_metric.deleted')),
    'no signature': { headers: unsigned, body: sent.body },
    'an empty signature': signed(''),
    'no base64': signed('%%%'),
    'another key, by hmac': signed(createHmac('sha256', 'guessed').update(sent.body).digest('base64')),
    'the public key as a key of hmac': signed(createHmac('sha256', publicKey).update(sent.body).digest('base64')),
    'a JWT of another key': signed(strangeJwt(sent.body)),
    'a JWT without algorithm': signed(`${part({ alg: 'none' })}.${part({ data: sent.body })}.`),
    'the other algorithm': altered(sent, {
      'x-svc-signature': other.headers['x-svc-signature'] ?? '',
      'x-svc-signature-algorithm': other.headers['x-svc-signature-algorithm'] ?? '',
    }),
  };
}

/** Sends the service's own webhooks to a receiver, and then others. */
async function play(name: string, algorithm: Algorithm, start: Start): Promise<void> {
  const customer = await newCustomer();
  const { api, HMAC_KEY, PUBLIC_KEY } = customer;
  const receiver = await start(algorithm === 'hmac' ? { HMAC_KEY } : { PUBLIC_KEY });
  try {
    const { svc_id: id } = await register(customer, receiver.url, algorithm);
    const path = `/${name.replaceAll(' ', '-')}`;
    for (const one of algorithms) await register(customer, `${recorderUrl}${path}/${one}`, one);
    const metric = { name: 'm', code: 'm', aggregation_type: 'count_agg' };
    await api.ok('POST', '/api/v1/billable_metrics', { billable_metric: metric });
    const sentBy = (one: Algorithm) => recorded.filter((sent) => sent.path === `${path}/${one}`);
    await waitFor('the first webhook', () => receiver.worked.length === 1 && sentBy('jwt').length === 1);
    await api.ok('PUT', '/api/v1/billable_metrics/m', { billable_metric: { name: 'Zoë' } });
    await api.ok('POST', `/api/v1/webhook_endpoints/${id}/test`);
    const all = ['billable_metric.created', 'billable_metric.updated', 'webhook_endpoint.test'];
    await waitFor('the other webhooks', () => receiver.worked.length === 3 && sentBy(algorithm).length === 2);
    report.check(`${name}: works on the service's webhooks`, difference([...receiver.worked].sort(), all));

    const [sent, later] = sentBy(algorithm);
    const [other] = sentBy(algorithm === 'hmac' ? 'jwt' : 'hmac');
    if (!sent || !later || !other) throw new Error('the recorder lacks a webhook');
    for (const [what, forged] of Object.entries(forgeries(sent, other, PUBLIC_KEY)))
      report.line((await post(receiver, forged)) === 401, `${name}: refuses ${what}`);
    const rename = (key: string) => ({ 'x-svc-unique-key': `${name} ${key}` });
    const statuses = [
      await post(receiver, altered(later, rename('new'))),
      await post(receiver, altered(later, rename('new'))),
    ];
    statuses.push(await post(receiver, altered(sent, rename('stale'))));
    await waitFor('the new one', () => receiver.worked.length === 4);
    // Time for those that it must not work on.
    await new Promise((resolve) => setTimeout(resolve, 300));
    report.check(`${name}: accepts repeated and stale ones without work`, [
      ...difference(statuses.map(String), ['204', '204', '204']),
      ...difference(receiver.worked.slice(3), ['billable_metric.updated']),
    ]);
    const { webhook_messages: messages } = await api.ok<{ webhook_messages: { status: string }[] }>(
      'GET',
      `/api/v1/webhook_messages?svc_webhook_endpoint_id=${id}`,
    );
    const delivered = messages.map(({ status }) => status);
    report.check(`${name}: answered each in time`, difference(delivered, ['succeeded', 'succeeded', 'succeeded']));
  } finally {
    await receiver.stop();
  }
}

const difference = (actual: string[], expected: string[]): string[] =>
  JSON.stringify(actual) === JSON.stringify(expected) ? [] : [`${actual.join(', ')} instead of ${expected.join(', ')}`];

async function playAll(language: Language): Promise<void> {
  const start = await prepare(language, directory);
  if ('missing' in start) return console.log(`NOT RUN  ${language}: ${start.missing}`);
  for (const algorithm of algorithms) await play(`${language} by ${algorithm}`, algorithm, start);
}

async function stop(): Promise<void> {
  recorder.closeAllConnections();
  recorder.close();
  await service.stop({ keep: report.counts.failed > 0 });
  rmSync(directory, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(130)));

for (const language of languages)
  await playAll(language).catch((error: unknown) => report.line(false, `${language}: ${messageOf(error)}`));
await stop();
const { passed, failed } = report.counts;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
