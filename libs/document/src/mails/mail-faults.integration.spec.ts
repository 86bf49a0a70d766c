import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { OwnRetention } from '@tollgate/identity/reader';
import type { Email } from '@tollgate/contracts';
import {
  Config,
  Connections,
  MailTransport,
  shortPage,
  type Jobs,
  type Logger,
  type Parked,
  type Passes,
} from '@tollgate/platform';
import { databaseUrl, MailServer, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';
import { DocumentDatabase } from '../document.database.js';
import type { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { insertMails } from '../issued-documents/mails.repository.js';
import type { MailComposer } from './mail-composer.service.js';
import { DocumentMails } from './document-mails.service.js';

// Uses the installation's database. Its mails get no job, so the installation leaves them alone for a minute.
const [one, two] = ['one@example.com', 'two@example.com'];
const config = (smtpUrl: string, domains = '') =>
  new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
    PUBLIC_URL: 'https://bill.example.com',
    SMTP_URL: smtpUrl,
    MAIL_DOMAINS: domains,
    LOG_LEVEL: 'silent',
  });

let server: MailServer;
let connections: Connections;
let database: DocumentDatabase;
let sandbox: Sandbox;
let inbox: WebhookInbox;
let mails: DocumentMails;
let transport: MailTransport;
const add = jest.fn((..._job: unknown[]) => Promise.resolve());
const park = jest.fn((..._parked: unknown[]) => Promise.resolve());

beforeAll(async () => {
  connections = new Connections(config('smtp://127.0.0.1:1'));
  database = new DocumentDatabase(connections);
  sandbox = await Sandbox.create();
  inbox = await WebhookInbox.open();
  await inbox.register(sandbox, '/hooks', { event_types: ['email.refused'] });
});
afterAll(async () => {
  await inbox.close();
  await connections.onApplicationShutdown();
});

beforeEach(async () => {
  server = await MailServer.start();
  restart();
});
afterEach(async () => {
  await server.stop();
  add.mockClear();
  park.mockClear();
});

/** A process that sends mails: it has forgotten that the server did not answer. */
function restart(): void {
  transport = new MailTransport(config(server.url));
  const page = shortPage({ subject: 's', preheader: 'p', sender: 'Acme', greeting: 'Hello', paragraphs: ['Pay.'] });
  mails = new DocumentMails(
    database,
    { now: () => Promise.resolve(Date.now()) },
    { add } as unknown as Jobs,
    {
      compose: (_transaction: unknown, { subject_id: subjectId }: { subject_id: string }) =>
        Promise.resolve({
          ...{ page, issuerEmail: 'billing@acme.example', invoiceIds: [subjectId], attached: [], eInvoice: null },
        }),
    } as unknown as MailComposer,
    {} as DrawnFiles,
    transport,
    config(server.url, `acme.example=${sandbox.organizationId}`),
    { park } as unknown as Parked,
    {} as Passes,
    { warn: () => undefined } as unknown as Logger,
    {} as OwnRetention,
  );
}

const put = (to = [one, two]) =>
  database.tenant(sandbox.organizationId, async (transaction) => {
    const [id = ''] = await insertMails(transaction, [
      { kind: 'invoice', subjectId: randomUUID(), recipients: { to, cc: [], bcc: [] } },
    ]);
    return id;
  });
const send = (mail_id: string) => mails.send({ organization_id: sandbox.organizationId, request_id: null, mail_id });
const read = async (id: string) => (await sandbox.ok<{ email: Email }>('GET', `/emails/${id}`)).email;
/** The first mail of a document has the name of the document. */
const messageIdOf = async (id: string) => `<invoice-${(await read(id)).svc_resource_id}@bill.example.com>`;
/** Lets the next try of a mail be due. */
const ripen = (id: string) =>
  database.tenant(sandbox.organizationId, (transaction) =>
    import('kysely').then(({ sql }) =>
      sql`update document.mails set next_try_at = now() where id = ${id}`.execute(transaction),
    ),
  );
const statuses = ({ recipients }: Email) => recipients.map(({ status }) => status);

it('sends a mail once, however often its job runs', async () => {
  const id = await put();
  await Promise.all([send(id), send(id), send(id)]);
  expect(server.taken.map(({ recipients }) => recipients)).toEqual([[one, two]]);
  expect(server.taken[0]?.mail.from?.text).toBe('"Acme" <billing@acme.example>');
  expect(server.taken[0]?.mail.replyTo?.text).toBe('billing@acme.example');
  expect(await read(id)).toMatchObject({ status: 'sent', tries: 1, next_try_at: null });
  expect((await read(id)).events.map(({ status }) => status)).toEqual(['queued', 'sent']);
});

it('sends to a domain with letters of any script under its name in ASCII', async () => {
  const id = await put(['info@müller.example']);
  await send(id);
  const [taken] = server.taken;
  // The server of the test shows the recipient as people write it, and the header as it came.
  expect(taken?.recipients).toEqual(['info@müller.example']);
  expect(taken?.mail.headerLines.find(({ key }) => key === 'to')?.line).toBe('To: info@xn--mller-kva.example');
  expect(await read(id)).toMatchObject({
    status: 'sent',
    recipients: [{ email: 'info@müller.example', status: 'sent' }],
  });
});

it('tries 421 and 450 again, and only for those who did not get it', async () => {
  const id = await put();
  server.fault = { stage: 'recipient', does: { code: 450, text: 'greylisted' }, address: two };
  await send(id);
  const waiting = await read(id);
  expect(waiting).toMatchObject({ status: 'queued', tries: 1 });
  expect(waiting.recipients).toMatchObject([
    { email: one, status: 'sent' },
    { email: two, status: 'queued', code: 450, reason: expect.stringContaining('greylisted') },
  ]);
  const [[, , options]] = add.mock.calls as unknown as [[string, object, { id: string; delayMs: number }]];
  expect(options).toMatchObject({ id: expect.stringContaining(id), blocksTestClock: false });
  expect(options.delayMs / 1000).toBeGreaterThan(25);
  expect(options.delayMs / 1000).toBeLessThanOrEqual(30);
  await send(id);
  expect(server.taken).toHaveLength(1);
  server.fault = { stage: 'content', does: { code: 421, text: 'shutting down' } };
  await ripen(id);
  await send(id);
  server.fault = null;
  await ripen(id);
  await send(id);
  expect(server.taken.map(({ recipients }) => recipients)).toEqual([[one], [two]]);
  expect(new Set(server.taken.map(({ mail }) => mail.messageId))).toEqual(new Set([await messageIdOf(id)]));
  expect(await read(id)).toMatchObject({ status: 'sent', tries: 3 });
  expect(park).not.toHaveBeenCalled();
});

it('refuses 550 for good: it reports and parks the mail, and never tries again by itself', async () => {
  const id = await put();
  server.fault = { stage: 'recipient', does: { code: 550, text: 'no such user' }, address: one };
  await send(id);
  const refused = await read(id);
  expect([refused.status, statuses(refused)]).toEqual(['refused', ['refused', 'sent']]);
  expect(refused.events).toMatchObject([
    { status: 'queued' },
    { status: 'sent' },
    { status: 'refused', reason: '550 no such user' },
  ]);
  expect(park).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ kind: 'mail', key: id, reason: 'smtp_550' }),
  );
  const webhook = await waitFor('the webhook', () =>
    Promise.resolve(inbox.ofType<{ email: Email }>('email.refused').find(({ email }) => email.svc_id === id)),
  );
  expect(webhook).toMatchObject({ object_type: 'email', email: refused });
  await ripen(id);
  await send(id);
  expect(server.connections).toBe(1);
});

it.each(['hang', 'drop'] as const)('tries a mail again under its Message-ID after a %s behind DATA', async (does) => {
  const id = await put([one]);
  server.fault = { stage: 'content', does };
  await send(id);
  expect(await read(id)).toMatchObject({ status: 'queued', recipients: [{ reason: /after the content/ }] });
  server.fault = null;
  await ripen(id);
  restart();
  await send(id);
  expect(server.taken.map(({ mail }) => mail.messageId)).toEqual([await messageIdOf(id)]);
  expect(await read(id)).toMatchObject({ status: 'sent', tries: 2 });
});

it('does not let other mails wait for a server that hangs', async () => {
  const [first, ...others] = [await put(), await put(), await put()];
  server.fault = { stage: 'recipient', does: 'hang' };
  await send(first ?? '');
  expect(server.connections).toBe(1);
  await Promise.all(others.map(send));
  expect(server.connections).toBe(1);
  expect(await read(others[0] ?? '')).toMatchObject({ status: 'queued', tries: 0 });
  expect(add).toHaveBeenCalledTimes(3);
});

it('lists mails by state, kind, subject and address, and sends one again', async () => {
  const id = await put(['Search@example.com']);
  await send(id);
  const list = async (filters: string) =>
    (await sandbox.ok<{ emails: Email[] }>('GET', `/emails?${filters}`)).emails.map(({ svc_id }) => svc_id);
  const { svc_resource_id: subject } = await read(id);
  expect(await list(`email=search@example.com`)).toEqual([id]);
  expect(await list(`svc_resource_id=${subject}&status=sent&email_type=invoice`)).toEqual([id]);
  expect(await list(`svc_resource_id=${subject}&status=refused`)).toEqual([]);
  expect(await list('svc_resource_id=unknown')).toEqual([]);
  expect((await sandbox.call('GET', '/emails?status=lost')).status).toBe(422);
  expect((await sandbox.call('GET', `/emails/${randomUUID()}`)).body).toMatchObject({ code: 'email_not_found' });
  const again = await sandbox.ok<{ email: Email }>('POST', `/emails/${id}/resend`);
  expect(again.email).toMatchObject({ status: 'queued', requested: true, svc_resource_id: subject });
  expect((await read(id)).events.map(({ status }) => status)).toEqual(['queued', 'sent', 'resent']);
  const queued = await put();
  expect((await sandbox.call('POST', `/emails/${queued}/resend`)).body).toMatchObject({ code: 'email_is_queued' });
});
