import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callAs, databaseUrl, newEmail, password, Sandbox, validationFailed, waitFor } from '@tollgate/testing';
import { Config, Connections, type MailPage } from '@tollgate/platform';
import { Attempts } from '../credentials/attempts.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import type { Mails } from '../mails/mails.js';
import { Invitations } from './invitations.service.js';

let connections: Connections;
let database: IdentityDatabase;
let ours: Sandbox;
/** Writes mails as the installation does, but keeps their tokens here. */
let write: (to: string, locale: string | null, organizationId: string | null) => Promise<MailPage | null>;

beforeAll(async () => {
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
    PUBLIC_URL: 'https://console.example.com',
    LOG_LEVEL: 'silent',
  });
  connections = new Connections(config);
  database = new IdentityDatabase(connections);
  const mails = { register: (_kind: string, writer: typeof write) => void (write = writer) } as unknown as Mails;
  new Invitations(database, new Attempts(database), mails, config).onModuleInit();
  ours = await Sandbox.create();
});
afterAll(() => connections.onApplicationShutdown());

const invite = (email: string, changes: object = {}) =>
  ours.ok<{ invite: { svc_id: string; token: string } }>('POST', '/invites', {
    invite: { email, roles: ['finance'], ...changes },
  });
/** Whether the installation's mail of an invite is sent. */
const isSent = (email: string) =>
  database.everyTenant(async (transaction) => {
    const mails = await tables(transaction)
      .selectFrom('identity.mails')
      .select('id')
      .where('recipient', '=', email)
      .execute();
    const row = await tables(transaction)
      .selectFrom('identity.invites')
      .select('mailed_token_hash')
      .where('email', '=', email)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return mails.length === 0 && row?.mailed_token_hash !== null;
  });
const mailTo = (email: string, locale: string | null = null) => write(email, locale, ours.organizationId);
const tokenOf = (page: MailPage | null): string =>
  /console\.example\.com\/invitation\/([0-9a-f]{40})/.exec(page?.button?.url ?? '')?.[1] ?? '';
const accept = (token: string) => callAs(null, 'POST', '/invites/accept', { invite: { token, password } });

it('an invite is mailed with a token of its own, and either token accepts it, once', async () => {
  const email = newEmail();
  const { invite: made } = await invite(email);
  await waitFor('the mail', () => isSent(email));
  const first = tokenOf(await mailTo(email));
  const token = tokenOf(await mailTo(email));
  expect(new Set([made.token, first, token]).size).toBe(3);
  expect(await accept(first)).toMatchObject({ status: 404 });
  expect(await accept(token)).toMatchObject({ status: 200, body: { organization_id: ours.organizationId } });
  expect(await accept(made.token)).toMatchObject({ status: 404 });
  expect(await mailTo(email)).toBeNull();
  const other = newEmail();
  const { invite: shown } = await invite(other);
  await waitFor('the mail', () => isSent(other));
  expect(await accept(shown.token)).toMatchObject({ status: 200 });
});

it('only the link of the mail proves the address', async () => {
  const isProved = (email: string) =>
    database.everyTenant(async (transaction) => {
      const { email_verified_at: at } = await tables(transaction)
        .selectFrom('identity.users')
        .select('email_verified_at')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      return at !== null;
    });
  const [byMail, byToken] = [newEmail(), newEmail()];
  await invite(byMail);
  await waitFor('the mail', () => isSent(byMail));
  expect(await accept(tokenOf(await mailTo(byMail)))).toMatchObject({ status: 200 });
  expect(await isProved(byMail)).toBe(true);
  const { invite: made } = await invite(byToken);
  expect(await accept(made.token)).toMatchObject({ status: 200 });
  expect(await isProved(byToken)).toBe(false);
});

it('a mail is in the language of the call, and none goes out for a revoked invite', async () => {
  const email = newEmail();
  const { invite: made } = await invite(email, { locale: 'de' });
  expect((await mailTo(email, 'de'))?.subject).toMatch(/^Einladung zu /);
  await ours.ok('DELETE', `/invites/${made.svc_id}`);
  expect(await mailTo(email, 'de')).toBeNull();
  const refused = { invite: { email: newEmail(), roles: ['finance'], locale: 'xx' } };
  expect(await ours.call('POST', '/invites', refused)).toEqual(
    validationFailed({ locale: ['not_a_valid_language_code'] }),
  );
});

it('another organization cannot write a mail for it', async () => {
  const email = newEmail();
  await invite(email);
  const theirs = await Sandbox.create();
  expect(await write(email, null, theirs.organizationId)).toBeNull();
  expect(await write(email, null, null)).toBeNull();
});

it('one address gets few mails in an hour', async () => {
  const email = newEmail();
  for (let count = 0; count < 20; count++) {
    const { invite: made } = await invite(email);
    await ours.ok('DELETE', `/invites/${made.svc_id}`);
  }
  expect(await ours.call('POST', '/invites', { invite: { email, roles: ['finance'] } })).toMatchObject({ status: 429 });
  await invite(newEmail());
});
