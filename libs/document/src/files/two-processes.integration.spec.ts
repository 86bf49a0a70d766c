import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config, Connections, type Logger } from '@tollgate/platform';
import { databaseUrl, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';
import { DocumentDatabase } from '../document.database.js';
import { setFileDue } from '../issued-documents/drawn-files.repository.js';
import type { DrawingOrder } from '../pdf/drawing-queue.js';
import { drawPdf } from '../pdf/pdf.js';
import { tables } from '../tables/document.tables.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';

// Two services of their own beside the installation, with its database and a store in a directory.
let directory: string;
let connections: Connections;
let database: DocumentDatabase;
let sandbox: Sandbox;
let inbox: WebhookInbox;
let processes: DrawnFiles[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-files-'));
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
    FILE_STORE_URL: pathToFileURL(directory).href,
    LOG_LEVEL: 'silent',
  });
  connections = new Connections(config);
  database = new DocumentDatabase(connections);
  processes = [1, 2].map(() => {
    const files = new DrawnFiles(database, config, { error: () => undefined } as unknown as Logger);
    // The sources have no compiled thread, so each draws in this one.
    const queue = { draw: ({ document }: DrawingOrder) => drawPdf(document), stop: () => undefined };
    Object.defineProperty(files, 'queue', { value: queue });
    return files;
  });
  sandbox = await Sandbox.create();
  inbox = await WebhookInbox.open();
  await inbox.register(sandbox, '/hooks', { event_types: ['invoice.generated'] });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});
afterAll(async () => {
  await inbox.close();
  await connections.onApplicationShutdown();
  await rm(directory, { recursive: true, force: true });
});

/** Issues an invoice, and keeps the installation from drawing its file. @returns the id of its document, too */
async function undrawn(): Promise<{ id: string; invoiceId: string }> {
  const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  const made = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
  await sandbox.awaitIdle();
  return database.tenant(sandbox.organizationId, async (transaction) => {
    const { id } = await tables(transaction)
      .selectFrom('document.documents')
      .select('id')
      .where('organization_id', '=', sandbox.organizationId)
      .where('subject_id', '=', made.invoice.svc_id)
      .executeTakeFirstOrThrow();
    await setFileDue(transaction, id, null);
    return { id, invoiceId: made.invoice.svc_id };
  });
}

const namesIn = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true })).filter((name) => name.includes('.pdf'));

it('two processes that draw the same document store one file, and one webhook tells of it', async () => {
  const { id } = await undrawn();
  const drawn = await Promise.all(
    [...processes, ...processes].map((files) => files.fileOf(sandbox.organizationId, id, { patient: true })),
  );
  const hashes = new Set(drawn.map(({ sha256 }) => sha256));
  expect(hashes.size).toBe(1);
  expect(await namesIn()).toEqual([expect.stringContaining(`${id}-${drawn[0]?.sha256}.pdf`)]);
  await waitFor('the webhook', () => Promise.resolve(inbox.ofType('invoice.generated').length));
  await sandbox.awaitIdle();
  expect(inbox.ofType('invoice.generated')).toHaveLength(1);
});

it('keeps the file of the issue beside the one that says that the invoice is void', async () => {
  const [files] = processes as [DrawnFiles];
  const { id, invoiceId } = await undrawn();
  const issued = await files.fileOf(sandbox.organizationId, id);
  await sandbox.ok('POST', `/invoices/${invoiceId}/void`);
  const voided = await files.fileOf(sandbox.organizationId, id);
  expect(issued.content.toString()).not.toContain('VOID');
  expect(voided.content.toString()).toContain('VOID');
  expect(await files.fileOf(sandbox.organizationId, id)).toEqual(voided);
  expect(await files.fileOf(sandbox.organizationId, id, { state: 'issued' })).toEqual(issued);
  expect((await namesIn()).filter((name) => name.includes(id))).toHaveLength(2);
});
