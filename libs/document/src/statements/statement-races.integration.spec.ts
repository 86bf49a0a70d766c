import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config, Connections, type Clock, type Jobs } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';
import { DocumentDatabase } from '../document.database.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { StatementSchedules } from './statement-schedules.service.js';
import { StatementsService } from './statements.service.js';

// Sends a due statement as several replicas do at the same moment.
const config = new Config({
  DATABASE_URL: databaseUrl(),
  ADMIN_API_KEY: 'unused here',
  INTERNAL_TOKEN: 'unused here',
  PUBLIC_URL: 'https://bill.example.com',
  LOG_LEVEL: 'silent',
});
const later = Date.parse('2024-02-01T00:00:00Z');

let client: pg.Client;
let connections: Connections;
let sandbox: Sandbox;
let customerId: string;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  connections = new Connections(config);
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  await sandbox.ok('PUT', `/billing_entities/${billing_entities[0]?.code}`, {
    billing_entity: { email: 'billing@example.com', statement_schedule: 'monthly' },
  });
  const { customer } = await sandbox.ok<{ customer: { svc_id: string } }>('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', email: 'c@example.com' },
  });
  customerId = customer.svc_id;
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] },
  });
  await sandbox.awaitIdle();
});
afterAll(async () => {
  await client.end();
  await connections.onApplicationShutdown();
});

const replica = (jobs: Jobs) => {
  const database = new DocumentDatabase(connections);
  const statements = new StatementsService(database, {} as Clock, new DocumentsService(config));
  return new StatementSchedules(database, statements, jobs);
};
const patient = { add: () => Promise.resolve() } as unknown as Jobs;
const dying = { add: () => Promise.reject(new Error('killed')) } as unknown as Jobs;

const stored = async () =>
  (
    await client.query<{ from_date: string; mails: bigint }>(
      `select from_date::text,
         (select count(*) from document.mails where organization_id = $1 and kind = 'statement') as mails
       from document.statement_schedules where organization_id = $1`,
      [sandbox.organizationId],
    )
  ).rows[0];

it('is sent once by replicas at the same moment, and by one that ends behind its transaction', async () => {
  expect(await stored()).toMatchObject({ from_date: '2024-01-01', mails: 0n });
  const done = await Promise.allSettled(
    [dying, patient, patient, dying].map((jobs) => replica(jobs).sendDue(sandbox.organizationId, customerId, later)),
  );
  const worked = done.filter((one) => one.status === 'rejected' || one.value);
  expect(worked).toHaveLength(1);
  expect(await stored()).toMatchObject({ from_date: '2024-02-01', mails: 1n });
  expect(await replica(patient).sendDue(sandbox.organizationId, customerId, later)).toBe(false);
  expect(await stored()).toMatchObject({ mails: 1n });
});
