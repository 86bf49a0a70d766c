import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callAs, databaseUrl, newEmail, password, Sandbox, signIn, signUp } from '@tollgate/testing';
import { Config, Connections, Logger, PlatformDatabase, type MailPage } from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { Attempts } from '../credentials/attempts.js';
import { KnownDevices } from '../credentials/known-devices.js';
import { Passwords } from '../credentials/passwords.js';
import { IdentityDatabase } from '../identity.database.js';
import { PersonalEvents } from '../sessions/personal-events.js';
import type { LateMail, Mails } from '../mails/mails.js';
import { PasswordResets } from './password-resets.service.js';

// Uses the installation's database but its own mails, which the installation must not send.
let connections: Connections;
let resets: PasswordResets;
const sent: { to: string; page: MailPage }[] = [];
let write: (to: string, locale: string | null) => Promise<MailPage | null>;
const mails = {
  register: (_kind: string, writer: typeof write) => void (write = writer),
  put: async (_transaction: unknown, _organizationId: null, { to, locale = null }: LateMail) => {
    const page = await write(to, locale);
    if (page) sent.push({ to, page });
  },
} as unknown as Mails;

beforeAll(() => {
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
    PUBLIC_URL: 'https://console.example.com',
    LOG_LEVEL: 'silent',
  });
  connections = new Connections(config);
  const database = new IdentityDatabase(connections);
  resets = new PasswordResets(
    database,
    new Attempts(database),
    new Passwords(),
    new Sessions(new PlatformDatabase(connections)),
    new PersonalEvents(database, { now: async () => Date.now() }, new Logger(config)),
    mails,
    config,
    new KnownDevices(config),
  );
  resets.onModuleInit();
});

afterAll(() => connections.onApplicationShutdown());

/** Requests a mail. @returns its token; undefined without a mail */
async function tokenFor(email: string): Promise<string | undefined> {
  sent.length = 0;
  await resets.begin({ email: ` ${email.toUpperCase()}` }, { ipAddress: '192.0.2.7' });
  for (let tries = 0; tries < 40 && sent.length === 0; tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  const [mail] = sent;
  if (mail) expect(mail.to).toBe(email);
  return /console\.example\.com\/reset-password\/([0-9a-f]{40})/.exec(mail?.page.button?.url ?? '')?.[1];
}

it('a new password is set once with the token of the latest mail, and every session ends', async () => {
  const person = await signUp(await Sandbox.create(), ['finance']);
  const first = (await tokenFor(person.email)) ?? '';
  const token = (await tokenFor(person.email)) ?? '';
  const finish = (resetToken: string) =>
    callAs(null, 'PUT', '/password_reset', { password_reset: { token: resetToken, password: 'a new password' } });
  expect(await finish(first)).toMatchObject({ status: 422, body: { error_details: { token: ['value_is_invalid'] } } });
  const answers = await Promise.all([finish(token), finish(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await callAs(person.token, 'GET', '/session')).toMatchObject({ status: 401 });
  expect(await signIn(person.email)).toMatchObject({ status: 422 });
  expect(await signIn(person.email, 'a new password')).toMatchObject({ status: 200 });
});

it('a locked account reopens for the reader of its mail', async () => {
  const { email } = await signUp(await Sandbox.create(), ['finance']);
  await Promise.all(Array.from({ length: 11 }, () => signIn(email, 'not the password')));
  expect(await signIn(email)).toMatchObject({ status: 429 });
  const token = (await tokenFor(email)) ?? '';
  await resets.finish({ token, password }, '192.0.2.7');
  expect(await signIn(email)).toMatchObject({ status: 200 });
});

it('requests reveal no person and cannot fill a mailbox', async () => {
  const unknownEmail = newEmail();
  expect(await tokenFor(unknownEmail)).toBeUndefined();
  const requestReset = (email: string) => callAs(null, 'POST', '/password_reset', { password_reset: { email } });
  const { email } = await signUp(await Sandbox.create(), ['finance']);
  for (const recipient of [unknownEmail, email]) {
    const before = recipient === unknownEmail ? 1 : 0;
    for (let count = before; count < 3; count++)
      expect(await requestReset(recipient)).toEqual({ status: 200, body: {} });
    expect(await requestReset(recipient)).toMatchObject({ status: 429 });
  }
});
