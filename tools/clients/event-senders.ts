// Packages that send usage as CloudEvents, unmodified: they know nothing of this service but its address and a key. Each
// event is sent twice, as after a lost answer, and must be there once.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Service } from '@tollgate/harness/standalone';
import { newOrganization, type Api } from '@tollgate/harness/api';
import { sendersDirectory } from './javascript-package.ts';

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

type Send = (id: string) => Promise<unknown>;

const event = (id: string): CloudEvent => ({
  id,
  type: 'tokens',
  subject: 'sub-1',
  source: 'gateway',
  data: { tokens: 7, model: 'small' },
});

async function meteringSenders(
  directory: string,
  settings: { baseUrl: string; apiKey: string },
): Promise<Record<string, Send>> {
  const entry = join(directory, 'node_modules/@openmeter/sdk/dist/index.js');
  const { OpenMeter } = (await import(pathToFileURL(entry).href)) as MeteringPackage;
  const client = new OpenMeter(settings);
  return {
    '@openmeter/sdk, one': (id) => client.events.ingest(event(id)),
    '@openmeter/sdk, many': (id) => client.events.ingest([event(id), event(`${id} too`)]),
  };
}

function cloudEventsSenders(
  directory: string,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Record<string, Send> {
  const { CloudEvent, HTTP } = createRequire(join(directory, 'package.json'))('cloudevents') as CloudEventsPackage;
  const sendAs = (form: 'structured' | 'binary') => async (id: string) => {
    const { headers, body } = HTTP[form](new CloudEvent(event(id)));
    const answer = await fetch(`${baseUrl}/api/v1/events`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      body,
    });
    if (answer.status !== 204) throw new Error(`it answers ${answer.status}: ${await answer.text()}`);
  };
  return { 'cloudevents, structured': sendAs('structured'), 'cloudevents, binary': sendAs('binary') };
}

/** @throws Error unless the event is there once, with all that was sent */
async function check(api: Api, id: string): Promise<void> {
  const { events, meta } = await api.ok<{
    events: { code: string; external_subscription_id: string; properties: object }[];
    meta: { total_count: number };
  }>('GET', `/api/v1/events?transaction_id=${encodeURIComponent(id)}`);
  const [found] = events;
  if (meta.total_count !== 1 || !found) throw new Error(`it is there ${meta.total_count} times`);
  const { code, external_subscription_id: subscription, properties } = found;
  const sent = JSON.stringify(['tokens', 'sub-1', event(id).data]);
  const there = JSON.stringify([code, subscription, properties]);
  if (there !== sent) throw new Error(`it is there as ${there}`);
}

/** Plays all senders. @returns the names of those that work, and the reasons of the others by name */
export async function playEventSenders(
  service: Service,
): Promise<{ worked: string[]; failed: Record<string, string> }> {
  const directory = await sendersDirectory();
  const { api } = await newOrganization(service, { name: 'Senders' });
  const settings = { baseUrl: service.baseUrl, apiKey: api.key };
  const senders = { ...(await meteringSenders(directory, settings)), ...cloudEventsSenders(directory, settings) };
  const worked: string[] = [];
  const failed: Record<string, string> = {};
  for (const [name, send] of Object.entries(senders)) {
    try {
      for (let time = 0; time < 2; time++) await send(name);
      await check(api, name);
      worked.push(name);
    } catch (error) {
      failed[name] = error instanceof Error ? error.message : String(error);
    }
  }
  return { worked, failed };
}
