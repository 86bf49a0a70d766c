// Packages that send usage, unmodified: they know nothing of this service but its address and a key. Each event is sent
// twice, as after a lost answer, and must be there once.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Service } from '@tollgate/harness/standalone';
import { newOrganization, type Api } from '@tollgate/harness/api';
import { pythonPrograms } from '@tollgate/python/python';
import { sendersDirectory } from './javascript-package.ts';
import { runToEnd } from './run.ts';

interface CloudEvent {
  id: string;
  type: string;
  subject: string;
  source: string;
  data: Record<string, unknown>;
}

/** The parts of the packages that are played. */
interface MeteringPackage {
  OpenMeter: new (settings: { baseUrl: string; apiKey: string }) => {
    events: { ingest(events: CloudEvent | CloudEvent[]): Promise<unknown> };
  };
}
interface CloudEventsPackage {
  CloudEvent: new (attributes: CloudEvent) => object;
  HTTP: Record<'structured' | 'binary', (event: object) => { headers: Record<string, string>; body: string }>;
}
type StripePackage = new (
  key: string,
  settings: { host: string; port: string; protocol: 'http'; maxNetworkRetries: number; telemetry: boolean },
) => {
  billing: {
    meterEvents: {
      create(event: {
        event_name: string;
        identifier: string;
        payload: Record<string, string>;
      }): Promise<{ object: string; identifier: string }>;
    };
  };
};

/** Where events go. The subject is a subscription, which a customer at Stripe has. */
interface Target {
  baseUrl: string;
  apiKey: string;
  subject: string;
  /** The id of the customer at Stripe. */
  customer: string;
}

interface Sender {
  send(id: string): Promise<unknown>;
  /** The properties of its events. */
  properties: Record<string, unknown>;
}

const data = { tokens: 7, model: 'small' };
const texts = { tokens: '7', model: 'small' };

async function meteringSenders(directory: string, target: Target): Promise<Record<string, Sender>> {
  const entry = join(directory, 'node_modules/@openmeter/sdk/dist/index.js');
  const { OpenMeter } = (await import(pathToFileURL(entry).href)) as MeteringPackage;
  const { events } = new OpenMeter({ baseUrl: target.baseUrl, apiKey: target.apiKey });
  const event = eventFor(target);
  return {
    '@openmeter/sdk, one': { send: (id) => events.ingest(event(id)), properties: data },
    '@openmeter/sdk, many': { send: (id) => events.ingest([event(id), event(`${id} too`)]), properties: data },
  };
}

const eventFor =
  ({ subject }: Target) =>
  (id: string): CloudEvent => ({ id, type: 'tokens', subject, source: 'gateway', data });

function cloudEventsSenders(directory: string, target: Target): Record<string, Sender> {
  const { CloudEvent, HTTP } = createRequire(join(directory, 'package.json'))('cloudevents') as CloudEventsPackage;
  const sendAs = (form: 'structured' | 'binary') => async (id: string) => {
    const { headers, body } = HTTP[form](new CloudEvent(eventFor(target)(id)));
    const answer = await fetch(`${target.baseUrl}/api/v1/events`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${target.apiKey}` },
      body,
    });
    if (answer.status !== 204) throw new Error(`it answers ${answer.status}: ${await answer.text()}`);
  };
  return {
    'cloudevents, structured': { send: sendAs('structured'), properties: data },
    'cloudevents, binary': { send: sendAs('binary'), properties: data },
  };
}

function stripeSenders(directory: string, { baseUrl, apiKey, customer }: Target): Record<string, Sender> {
  const Stripe = createRequire(join(directory, 'package.json'))('stripe') as StripePackage;
  const { hostname: host, port } = new URL(baseUrl);
  const { billing } = new Stripe(apiKey, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const send = async (identifier: string, stripe_customer_id: string) => {
    const payload = { stripe_customer_id, ...texts };
    const { object, identifier: answered } = await billing.meterEvents.create({
      event_name: 'tokens',
      identifier,
      payload,
    });
    if (object !== 'billing.meter_event' || answered !== identifier) throw new Error(`it reads ${object} ${answered}`);
  };
  return {
    stripe: {
      send: async (id) => {
        await send(id, customer);
        const refusal = (await send(`${id} refused`, 'cus_unknown').catch((error: unknown) => error)) as {
          type?: string;
          code?: string;
        };
        const read = `${refusal?.type} ${refusal?.code}`;
        if (read !== 'StripeInvalidRequestError resource_missing') throw new Error(`it reads a refusal as ${read}`);
      },
      properties: texts,
    },
  };
}

interface PythonReport {
  /** The properties of the events by the name of their sender, which is their id. */
  sent: Record<string, Record<string, unknown>>;
  failed: Record<string, string>;
  /** The properties of the event whose id the sender makes. */
  own?: Record<string, unknown>;
}

const ownSubject = 'sub-of-own-ids';

async function playPython(target: Target): Promise<PythonReport> {
  const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
  const programs = await pythonPrograms('event-senders', here('senders.txt'));
  const input = JSON.stringify({ ...target, data, ownSubject });
  // The packages are large, and other steps share the processors.
  const longestMs = 300_000;
  return JSON.parse(
    await runToEnd(join(programs, 'python'), [here('senders.py')], { input, longestMs }),
  ) as PythonReport;
}

/** @throws Error unless a query finds one event, with all that was sent */
async function check(api: Api, query: Record<string, string>, subject: string, properties: object): Promise<void> {
  const { events, meta } = await api.ok<{
    events: { code: string; external_subscription_id: string; properties: Record<string, unknown> }[];
    meta: { total_count: number };
  }>('GET', `/api/v1/events?${new URLSearchParams(query)}`);
  const [found] = events;
  if (meta.total_count !== 1 || !found) throw new Error(`it is there ${meta.total_count} times`);
  const { code, external_subscription_id: subscription } = found;
  const sent = JSON.stringify(['tokens', subject, sorted(properties)]);
  const there = JSON.stringify([code, subscription, sorted(found.properties)]);
  if (there !== sent) throw new Error(`it is there as ${there}`);
}

const sorted = (properties: object) => Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));

/** Makes a customer at Stripe with one subscription, which is the subject of all events. */
async function makeTarget(service: Service, api: Api, stripeKey: string): Promise<Target> {
  const create = (path: string, wrapper: string, value: object) =>
    api.ok('POST', `/api/v1${path}`, { [wrapper]: value });
  const subject = 'acme-basic';
  await create('/payment_providers', 'payment_provider', {
    provider: 'stripe',
    code: 'main',
    name: 'Stripe',
    secret_key: stripeKey,
  });
  const link = { payment_provider: 'stripe', payment_provider_code: 'main', sync: true, sync_with_provider: true };
  await create('/customers', 'customer', { external_id: 'acme', currency: 'EUR', billing_configuration: link });
  await create('/plans', 'plan', {
    name: 'Basic',
    code: 'basic',
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
  });
  await create('/subscriptions', 'subscription', {
    external_customer_id: 'acme',
    external_id: subject,
    plan_code: 'basic',
  });
  const { customer } = await api.ok<{ customer: { billing_configuration: { provider_customer_id: string } } }>(
    'GET',
    '/api/v1/customers/acme',
  );
  return {
    baseUrl: service.baseUrl,
    apiKey: api.key,
    subject,
    customer: customer.billing_configuration.provider_customer_id,
  };
}

/**
 * Plays all senders.
 * @param stripeKey the key of an account at the double of Stripe that the service uses
 * @returns the names of those that work, and the reasons of the others by name
 */
export async function playEventSenders(
  service: Service,
  stripeKey: string,
): Promise<{ worked: string[]; failed: Record<string, string> }> {
  const directory = await sendersDirectory();
  const { api } = await newOrganization(service, { name: 'Senders' });
  const target = await makeTarget(service, api, stripeKey);
  const worked: string[] = [];
  const failed: Record<string, string> = {};
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
      worked.push(name);
    } catch (error) {
      failed[name] = error instanceof Error ? error.message : String(error);
    }
  };
  const checkSent = (id: string, properties: object) => check(api, { transaction_id: id }, target.subject, properties);
  const senders = {
    ...(await meteringSenders(directory, target)),
    ...cloudEventsSenders(directory, target),
    ...stripeSenders(directory, target),
  };
  for (const [name, { send, properties }] of Object.entries(senders))
    await attempt(name, async () => {
      for (let time = 0; time < 2; time++) await send(name);
      await checkSent(name, properties);
    });
  const report = await playPython(target);
  for (const [name, properties] of Object.entries(report.sent)) await attempt(name, () => checkSent(name, properties));
  const { own } = report;
  if (own)
    await attempt("litellm's Lago logger", () => check(api, { external_subscription_id: ownSubject }, ownSubject, own));
  return { worked, failed: { ...failed, ...report.failed } };
}
