import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Config, Connections } from '@tollgate/platform';
import {
  callAs,
  ConsoleBrowser,
  databaseUrl,
  forbidden,
  newEmail,
  password,
  Sandbox,
  signUp,
  unauthorized,
  validationFailed,
  waitFor,
  type SignedUp,
} from '@tollgate/testing';
import { IdentityDatabase } from '../identity.database.js';

let connections: Connections;
let database: IdentityDatabase;
let sandbox: Sandbox;
let admin: SignedUp;

beforeAll(async () => {
  const secret = 'unused by this test of sessions';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  connections = new Connections(new Config({ ...settings, LOG_LEVEL: 'silent' }));
  database = new IdentityDatabase(connections);
  sandbox = await Sandbox.create();
  admin = await signUp(sandbox, ['admin']);
});
afterAll(() => connections.onApplicationShutdown());

/** A browser after a sign-in. */
async function signedIn(email = admin.email): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser();
  const answer = await browser.call('POST', '/session', { session: { email, password } });
  expect(answer.status).toBe(200);
  return browser;
}

describe('a sign-in of the console', () => {
  it('answers a cookie that no script can read, and no token', async () => {
    const browser = new ConsoleBrowser();
    const { status, body } = await browser.call('POST', '/session', { session: { email: admin.email, password } });
    expect([status, body['session']]).toEqual([200, expect.not.objectContaining({ token: expect.anything() })]);
    expect(browser.setCookie).toMatch(/^tollgate=tgs_[\w-]{43}; Max-Age=60\d{4}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await browser.call('GET', '/session')).body).toMatchObject({
      session: {
        user: { email: admin.email },
        memberships: [{ organization: { timezone: 'UTC', country: null, default_currency: expect.any(String) } }],
      },
    });
    expect(await browser.call('GET', '/customers')).toMatchObject({ status: 200, body: { customers: [] } });
  });

  it('is not locked out by wrong passwords from elsewhere', async () => {
    const person = await signUp(sandbox, ['finance']);
    const browser = await signedIn(person.email);
    const signIn = (from: ConsoleBrowser, attempted = password) =>
      from.call('POST', '/session', { session: { email: person.email, password: attempted } });
    const stranger = new ConsoleBrowser();
    for (let tries = 0; tries < 11; tries++) await signIn(stranger, 'not the password');
    expect(await signIn(new ConsoleBrowser())).toMatchObject({ status: 429 });
    await browser.call('DELETE', '/session');
    expect(await signIn(browser)).toMatchObject({ status: 200 });
    // The mark of one person is of no use for another one.
    for (let tries = 0; tries < 11; tries++) await signIn(browser, 'not the password');
    expect(await signIn(browser)).toMatchObject({ status: 429 });
  });

  it('leaves other clients their token', async () => {
    const { body } = await callAs(null, 'POST', '/session', { session: { email: admin.email, password } });
    expect(body['session']).toMatchObject({ token: expect.stringMatching(/^tgs_/) });
  });

  it('sets no cookie after a wrong password', async () => {
    const browser = new ConsoleBrowser();
    expect(await browser.call('POST', '/session', { session: { email: newEmail(), password } })).toEqual(
      validationFailed({ base: ['incorrect_login_or_password'] }),
    );
    expect(browser.setCookie).toBeNull();
  });

  it('follows the acceptance of an invite', async () => {
    const email = newEmail();
    const { invite } = await sandbox.ok<{ invite: { token: string } }>('POST', '/invites', {
      invite: { email, roles: ['finance'] },
    });
    const browser = new ConsoleBrowser();
    const accepted = await browser.call('POST', '/invites/accept', { invite: { token: invite.token, password } });
    expect(accepted.body['session']).not.toHaveProperty('token');
    expect((await browser.call('GET', '/session')).body).toMatchObject({ session: { user: { email } } });
  });
});

describe('a call with the cookie', () => {
  const customer = { customer: { external_id: 'forged', currency: 'EUR' } };

  it.each([
    ['without the header of the console', { 'x-tollgate-console': '' }],
    ['from another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['of an older browser from another page', { 'sec-fetch-site': '', origin: 'http://evil.example.com' }],
    ['of an older browser from nowhere', { 'sec-fetch-site': '' }],
  ])('is refused %s', async (_, headers) => {
    const browser = await signedIn();
    expect(await browser.call('POST', '/customers', customer, headers)).toEqual(forbidden('csrf'));
    expect(await browser.call('DELETE', '/session', undefined, headers)).toEqual(forbidden('csrf'));
    expect(await sandbox.call('GET', '/customers/forged')).toMatchObject({ status: 404 });
    expect(await browser.call('GET', '/session')).toMatchObject({ status: 200 });
  });

  it('is that of the key in `Authorization`, if there is one', async () => {
    const other = await Sandbox.create();
    const browser = await signedIn();
    const authorization = `Bearer ${other.apiKey}`;
    expect((await browser.call('GET', '/organizations', undefined, { authorization })).body).toMatchObject({
      organization: { svc_id: other.organizationId },
    });
    const unknown = { authorization: 'Bearer tg_unknown' };
    expect(await browser.call('GET', '/organizations', undefined, unknown)).toEqual(unauthorized);
  });

  it('sees the organization of the person only', async () => {
    const other = await Sandbox.create();
    const browser = await signedIn();
    expect(await browser.call('GET', '/customers', undefined, { 'x-svc-organization': other.organizationId })).toEqual(
      forbidden('organization_not_found'),
    );
  });
});

describe('the end of a session of the console', () => {
  it('by a sign-out removes the cookie, and the session', async () => {
    const browser = await signedIn();
    const { cookie } = browser;
    expect(await browser.call('DELETE', '/session')).toMatchObject({ status: 200 });
    expect([browser.setCookie, browser.cookie]).toEqual([
      'tollgate=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      null,
    ]);
    expect(await browser.call('GET', '/session')).toEqual(unauthorized);
    browser.cookie = cookie;
    expect(await browser.call('GET', '/session')).toEqual(unauthorized);
  });

  it('comes after 12 hours without a call', async () => {
    const browser = new ConsoleBrowser();
    const { body } = await browser.call('POST', '/session', { session: { email: admin.email, password } });
    const { svc_id: id } = body['session'] as { svc_id: string };
    const { svc_id: ofOtherClient } = (await callAs(admin.token, 'GET', '/session')).body['session'] as {
      svc_id: string;
    };
    await database.everyTenant((transaction) =>
      sql`update identity.sessions set last_used_at = now() - interval '12 hours'
        where id in (${id}, ${ofOtherClient})`.execute(transaction),
    );
    expect(await browser.call('GET', '/session')).toEqual(unauthorized);
    const { body: left } = await callAs(admin.token, 'GET', '/sessions');
    const listed = (left as { sessions: { svc_id: string }[] }).sessions.map(({ svc_id }) => svc_id);
    expect([listed.includes(id), listed.includes(ofOtherClient)]).toEqual([false, true]);
  });

  it('does not come while calls use it, and its last use is shown', async () => {
    const browser = await signedIn();
    // The service writes uses once a minute, except the first after a pause.
    const lastUse = await waitFor(
      'the last use',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { body } = await browser.call('GET', '/session');
        return (body as { session: { last_used_at: string | null } }).session.last_used_at;
      },
      90_000,
    );
    expect(lastUse).toMatch(/^20.*Z$/);
  }, 120_000);
});
