import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';

let client: pg.Client;
let sandbox: Sandbox;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  const billing_entity = { email: 'billing@example.com', email_settings: ['invoice.finalized'] };
  await sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, { billing_entity });
  for (const [external_id, email] of [
    ['team', 'Office@team.example'],
    ['people', null],
  ])
    await sandbox.ok('POST', '/customers', {
      customer: { external_id, email, currency: 'EUR', statement_schedule: 'monthly' },
    });
  for (const [of, email, receives_documents] of [
    ['team', 'zoe@team.example', true],
    ['team', 'ada@team.example', true],
    ['team', 'office@team.example', true],
    ['team', 'ben@team.example', false],
    ['people', 'cleo@people.example', true],
  ])
    await sandbox.ok('POST', `/customers/${of}/portal_people`, {
      portal_person: { email, role: 'viewer', receives_documents },
    });
});
afterAll(() => client.end());

const sell = async (external_customer_id: string): Promise<string> => {
  const invoice = { external_customer_id, currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  const made = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
  await sandbox.awaitIdle();
  return made.invoice.svc_id;
};
const mails = async (kind: string) =>
  (
    await client.query<{ recipients: { to: string[] } }>(
      'select recipients from document.mails where organization_id = $1 and kind = $2 order by id',
      [sandbox.organizationId, kind],
    )
  ).rows.map(({ recipients }) => recipients.to);
const ofTeam = ['Office@team.example', 'ada@team.example', 'zoe@team.example'];
const ofPeople = ['cleo@people.example'];

it('invoices go to the people of a customer who receive documents, too, each address once', async () => {
  const sold = await sell('team');
  await sell('people');
  await sandbox.ok('POST', `/invoices/${sold}/resend_email`);
  await sandbox.ok('POST', `/invoices/${sold}/resend_email`, { to: ['else@example.com'] });
  expect(await mails('invoice')).toEqual([ofTeam, ofPeople, ofTeam, ['else@example.com']]);
});

it('statements go to them, by schedule and on request', async () => {
  await sandbox.advanceClock('2024-02-02T00:00:00Z');
  expect((await mails('statement')).toSorted()).toEqual([ofTeam, ofPeople].toSorted());
  await sandbox.ok('POST', '/customers/people/statement/send_email');
  expect((await mails('statement')).at(-1)).toEqual(ofPeople);
});
