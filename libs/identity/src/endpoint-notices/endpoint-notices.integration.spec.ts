import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { WebhookEndpoint } from '@tollgate/contracts';
import { Config, Connections, type CommandBus, type TenantTransaction } from '@tollgate/platform';
import { databaseUrl, Sandbox, signUp } from '@tollgate/testing';
import { IdentityDatabase } from '../identity.database.js';
import type { Mail, Mails } from '../mails/mails.js';
import { EndpointNotices, type EndpointMessage } from './endpoint-notices.service.js';

// Uses the installation's database but its own mails, which the installation must not send.
let connections: Connections;
let notices: EndpointNotices;
let sent: Mail[];
let entity: { email: string | null; document_locale: string };
const mails = {
  put: async (_transaction: TenantTransaction, _organizationId: string, mail: Mail) => void sent.push(mail),
} as unknown as Mails;
const commands = { send: async () => ({ billing_entity: entity }) } as unknown as CommandBus;

beforeAll(() => {
  connections = new Connections(
    new Config({
      DATABASE_URL: databaseUrl(),
      ADMIN_API_KEY: 'unused here',
      INTERNAL_TOKEN: 'unused here',
      LOG_LEVEL: 'silent',
    }),
  );
  notices = new EndpointNotices(new IdentityDatabase(connections), commands, mails);
});
beforeEach(() => {
  [sent, entity] = [[], { email: 'billing@example.com', document_locale: 'de' }];
});
afterAll(() => connections.onApplicationShutdown());

const messageOf = (
  { organizationId }: Sandbox,
  type: EndpointMessage['type'] = 'webhook_endpoint.paused',
): EndpointMessage => {
  const id = randomUUID();
  const endpoint = { name: null, webhook_url: 'https://hooks.example.com/x', pause: null } as WebhookEndpoint;
  return {
    id: randomUUID(),
    type,
    organization_id: organizationId,
    key: id,
    occurred_at: new Date().toISOString(),
    request_id: null,
    payload: { webhook_endpoint_id: id, webhook_endpoint: endpoint },
  };
};

it('go to the address of the organization in its language, once for each message', async () => {
  const sandbox = await Sandbox.create();
  const message = messageOf(sandbox);
  await notices.notify(message);
  await notices.notify(message);
  await notices.notify(messageOf(sandbox, 'webhook_endpoint.resumed'));
  expect(sent).toMatchObject([
    { to: 'billing@example.com', bcc: [], locale: 'de', subject: 'Webhooks an hooks.example.com sind angehalten' },
    { to: 'billing@example.com', locale: 'de', subject: 'Webhooks an hooks.example.com werden wieder zugestellt' },
  ]);
});

it('go to the admins without an address, and to nobody without both', async () => {
  const sandbox = await Sandbox.create();
  entity = { email: null, document_locale: 'en' };
  await notices.notify(messageOf(sandbox));
  expect(sent).toEqual([]);
  const admins = [await signUp(sandbox, ['admin']), await signUp(sandbox, ['admin'])];
  await signUp(sandbox, ['finance']);
  await notices.notify(messageOf(sandbox));
  expect(sent).toHaveLength(1);
  expect([sent[0]?.to, ...(sent[0]?.bcc ?? [])].sort()).toEqual(admins.map(({ email }) => email).sort());
});
