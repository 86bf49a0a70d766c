import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import { Config, Connections } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import { findMail } from './mails.repository.js';

// Uses the installation's database: the installation itself sends the mails in it.
let connections: Connections;
let database: IdentityDatabase;
let sandbox: Sandbox;

beforeAll(async () => {
  connections = new Connections(
    new Config({
      DATABASE_URL: databaseUrl(),
      ADMIN_API_KEY: 'unused here',
      INTERNAL_TOKEN: 'unused here',
      PUBLIC_URL: 'https://console.example.com',
      LOG_LEVEL: 'silent',
    }),
  );
  database = new IdentityDatabase(connections);
  sandbox = await Sandbox.create();
});
afterAll(() => connections.onApplicationShutdown());

async function put(kind: string, tries: number): Promise<string> {
  const id = randomUUID();
  await database.everyTenant((transaction) =>
    tables(transaction)
      .insertInto('identity.mails')
      .values({
        id,
        organization_id: sandbox.organizationId,
        kind,
        recipient: 'ada@example.com',
        content: kind === 'written' ? JSON.stringify({ bcc: [], subject: 'Hello', text: 'Hello' }) : null,
        tries,
        locale: null,
        created_at: new Date(),
        next_try_at: new Date(),
      })
      .execute(),
  );
  return id;
}

const find = (id: string) => database.everyTenant((transaction) => findMail(transaction, id));
const admin = (method: 'GET' | 'DELETE', path: string) =>
  call(method, `/admin/parked${path}`, `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`);
const parked = async (key: string) => {
  const { body } = await admin('GET', `?organization_id=${sandbox.organizationId}&kind=mail`);
  return (body['parked'] as { svc_id: string; key: string }[]).find((item) => item.key === key);
};

it('sends a waiting mail and deletes it', async () => {
  const id = await put('written', 0);
  await waitFor('the mail', async () => (await find(id)) === undefined);
});

it('retries a mail that cannot be sent, and finally parks it until an operator discards it', async () => {
  const tried = await put('nobody_writes_it', 0);
  const row = await waitFor('a try', async () => {
    const mailRow = await find(tried);
    return mailRow && mailRow.tries > 0 ? mailRow : undefined;
  });
  expect(row.next_try_at.getTime()).toBeGreaterThan(Date.now());
  expect(await parked(tried)).toBeUndefined();
  const last = await put('nobody_writes_it', 11);
  const item = await waitFor('the parked mail', () => parked(last));
  expect(await find(last)).toBeDefined();
  expect((await admin('DELETE', `/${item.svc_id}`)).status).toBe(200);
  expect(await find(last)).toBeUndefined();
});
