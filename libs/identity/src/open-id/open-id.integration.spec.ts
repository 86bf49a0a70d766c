import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  callAs,
  databaseUrl,
  forbidden,
  newEmail,
  notAllowed,
  Sandbox,
  signIn,
  signUp,
  validationFailed,
  waitFor,
  type Answer,
  type SignedUp,
} from '@tollgate/testing';
import { Config, Connections, type MailPage } from '@tollgate/platform';
import { Attempts } from '../credentials/attempts.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import type { Mails } from '../mails/mails.js';
import { OpenIdLinks } from './open-id-links.service.js';

const program = fileURLToPath(new URL('../../../../tools/identity/openid-provider.ts', import.meta.url));

interface Begun {
  authorization_url: string;
  state: string;
  verifier: string;
}

let provider: ChildProcess;
let issuer: string;
let sandbox: Sandbox;
let slug: string;
let admin: SignedUp;
let client: { client_id: string; client_secret: string };

beforeAll(async () => {
  provider = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  [issuer] = (await once(createInterface({ input: provider.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  sandbox = await Sandbox.create();
  ({
    organization: { slug },
  } = await sandbox.ok<{ organization: { slug: string } }>('GET', '/organizations'));
  admin = await signUp(sandbox, ['admin']);
});

afterAll(async () => {
  provider.stdin?.end();
  await connections.onApplicationShutdown();
});

let connections: Connections;
let database: IdentityDatabase;
/** Writes mails as the installation does, but keeps their tokens here. */
let write: (to: string, locale: string | null, organizationId: string | null) => Promise<MailPage | null>;

beforeAll(() => {
  const secret = 'unused by this test of people';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  const config = new Config({ ...settings, LOG_LEVEL: 'silent' });
  connections = new Connections(config);
  database = new IdentityDatabase(connections);
  const mails = { register: (_kind: string, writer: typeof write) => void (write = writer) } as unknown as Mails;
  new OpenIdLinks(database, new Attempts(database), mails, config).onModuleInit();
});

/** The token of the mail by which a person confirms its sign-in. The service's own mail would replace it, so that goes first. */
async function mailedToken(email: string): Promise<string> {
  await waitFor("the service's mail", () =>
    database.everyTenant(async (transaction) => {
      const mails = tables(transaction).selectFrom('identity.mails').select('id').where('recipient', '=', email);
      return (await mails.execute()).length === 0;
    }),
  );
  const page = await write(email, null, sandbox.organizationId);
  return /\/confirm-sign-in\/([0-9a-f]{40})$/.exec(page?.button?.url ?? '')?.[1] ?? '';
}

/** Signs in at the provider through its forms. @returns the query string of the redirect back */
async function atProvider(url: string, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  let address = url;
  for (let step = 0; step < 12; step++) {
    if (!address.startsWith(issuer)) return new URL(address).search.slice(1);
    const page = await visit(address);
    const next = page.headers.get('location');
    if (next) {
      address = new URL(next, address).href;
      continue;
    }
    const html = await page.text();
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
    const sent = await visit(new URL(action, address).href, { prompt, login: email, password: 'any' });
    address = new URL(sent.headers.get('location') ?? '', address).href;
  }
  throw new Error('The provider did not come to an end');
}

const connect = (client: { client_id: string; client_secret: string }, issuerUrl = issuer) =>
  callAs(admin.token, 'PUT', '/authentication_methods/open_id', { open_id: { issuer: issuerUrl, ...client } });
const methods = (login_methods: string[]) =>
  callAs(admin.token, 'PUT', '/authentication_methods', { authentication_methods: { login_methods } });
const start = (input: object): Promise<Answer> => callAs(null, 'POST', '/session/open_id', { open_id: input });
const finish = (parameters: string, verifier: string, own: string | null = null): Promise<Answer> =>
  callAs(own, 'POST', '/session/open_id/callback', { open_id: { parameters, verifier } });
const confirm = (token: string): Promise<Answer> =>
  callAs(null, 'POST', '/session/open_id/confirmation', { open_id: { token } });

async function begun(input: object = { organization_slug: slug }): Promise<Begun> {
  const { status, body } = await start(input);
  if (status !== 200) throw new Error(`Not begun: ${JSON.stringify(body)}`);
  return body['open_id'] as Begun;
}

/** @param own the token of the person's session by password in the same browser */
async function signInAtProvider(email: string, input?: object, own: string | null = null): Promise<Answer> {
  const { authorization_url: url, verifier } = await begun(input);
  return finish(await atProvider(url, email), verifier, own);
}

describe('the provider of an organization', () => {
  it('must be connected before members can sign in there', async () => {
    expect(await methods(['open_id'])).toEqual(validationFailed({ login_methods: ['open_id_not_connected'] }));
    expect(await methods([])).toEqual(validationFailed({ login_methods: ['value_is_mandatory'] }));
    expect(await methods(['magic'])).toEqual(validationFailed({ login_methods: ['value_is_invalid'] }));
    expect(await start({ organization_slug: slug })).toEqual(
      validationFailed({ open_id: ['login_method_not_authorized'] }),
    );
    expect(await start({ organization_slug: 'nobody-of-that-name' })).toEqual(
      validationFailed({ open_id: ['login_method_not_authorized'] }),
    );
    const none = { client_id: 'none', client_secret: 'none' };
    expect(await connect(none, 'http://127.0.0.1:9')).toEqual(validationFailed({ issuer: ['provider_error'] }));
    expect(await connect(none, 'nonsense')).toEqual(validationFailed({ issuer: ['url_is_invalid'] }));
    const learned = await connect(none);
    const { open_id: connection } = learned.body['authentication_methods'] as { open_id: { redirect_url: string } };
    const registered = await fetch(`${issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [connection.redirect_url] }),
    });
    const registeredClient = (await registered.json()) as typeof client;
    const { client_id, client_secret } = (client = {
      client_id: registeredClient.client_id,
      client_secret: registeredClient.client_secret,
    });
    const connected = await connect({ client_id, client_secret });
    expect(connected).toMatchObject({ status: 200 });
    expect(JSON.stringify(connected.body)).not.toContain(client_secret);
    expect(await methods(['email_password', 'open_id'])).toMatchObject({ status: 200 });
  });

  it('admits members, for that organization alone', async () => {
    const elsewhere = await Sandbox.create();
    const { email, token: own } = await signUp(sandbox, ['finance']);
    const { invite } = await elsewhere.ok<{ invite: { token: string } }>('POST', '/invites', {
      invite: { email, roles: ['admin'] },
    });
    await callAs(null, 'POST', '/invites/accept', {
      invite: { token: invite.token, password: 'correct horse battery' },
    });
    const { status, body } = await signInAtProvider(email, undefined, own);
    expect(status).toBe(200);
    const { token, memberships } = body['session'] as { token: string; memberships: { organization: object }[] };
    expect(memberships).toHaveLength(1);
    expect(await callAs(token, 'GET', '/organizations')).toMatchObject({
      body: { organization: { svc_id: sandbox.organizationId } },
    });
    expect(await callAs(token, 'GET', '/organizations', undefined, elsewhere.organizationId)).toEqual(
      forbidden('organization_not_found'),
    );
    const change = { user: { current_password: 'correct horse battery', password: 'taken over by them' } };
    expect(await callAs(token, 'PUT', '/users/me/password', change)).toEqual(forbidden('password_session_required'));
    expect((await callAs(token, 'GET', '/sessions')).body['sessions']).toHaveLength(1);
    // From now on the provider's subject identifies the person.
    expect(await signInAtProvider(email)).toMatchObject({ status: 200 });
  });

  it('refuses everyone else', async () => {
    expect(await signInAtProvider(newEmail())).toEqual(validationFailed({ open_id: ['not_a_member'] }));
    const unverified = `unverified${newEmail()}`;
    await signUp(sandbox, ['finance'], unverified);
    expect(await signInAtProvider(unverified)).toEqual(validationFailed({ open_id: ['not_a_member'] }));
    const asText = `unverified-as-text${newEmail()}`;
    await signUp(sandbox, ['finance'], asText);
    expect(await signInAtProvider(asText)).toEqual(validationFailed({ open_id: ['not_a_member'] }));
  });

  it('lets invited people join', async () => {
    const email = newEmail();
    const invited = await callAs(admin.token, 'POST', '/invites', { invite: { email, roles: ['finance'] } });
    const { token } = invited.body['invite'] as { token: string };
    expect(await signInAtProvider(newEmail(), { invite_token: token })).toEqual(
      validationFailed({ open_id: ['email_does_not_match'] }),
    );
    expect(await signInAtProvider(email, { invite_token: token })).toMatchObject({
      status: 200,
      body: { session: { login_method: 'open_id', user: { email } } },
    });
    expect(await signIn(email)).toMatchObject({ status: 422 });
    expect(await start({ invite_token: token })).toMatchObject({ status: 404 });
  });

  it('changes nothing that a person uses elsewhere, who confirms by mail', async () => {
    const elsewhere = await Sandbox.create();
    const theirs = await signUp(elsewhere, ['admin']);
    const invited = { invite: { email: theirs.email, roles: ['admin'] } };
    const { invite } = await sandbox.ok<{ invite: { token: string } }>('POST', '/invites', invited);
    const join = () => signInAtProvider(theirs.email, { invite_token: invite.token });
    expect(await join()).toEqual(validationFailed({ open_id: ['confirmation_required'] }));
    expect(await callAs(theirs.token, 'GET', '/members')).toMatchObject({ status: 200 });
    expect(await signIn(theirs.email)).toMatchObject({ status: 200 });
    const page = await write(theirs.email, null, sandbox.organizationId);
    expect(page?.subject).toContain('Confirm your sign-in to');
    const token = await mailedToken(theirs.email);
    expect(await confirm('0'.repeat(40))).toEqual(validationFailed({ token: ['value_is_invalid'] }));
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { open_id: { organization_name: expect.any(String) } },
    });
    expect(await confirm(token)).toEqual(validationFailed({ token: ['value_is_invalid'] }));
    const joined = await join();
    expect(joined).toMatchObject({ status: 200 });
    const { token: session } = joined.body['session'] as { token: string };
    expect(await callAs(session, 'GET', '/members')).toMatchObject({ status: 200 });
    expect(await callAs(theirs.token, 'GET', '/members')).toMatchObject({ status: 200 });
    // A password without a proof of the address gives no access to what the provider vouched for.
    expect(await callAs(theirs.token, 'GET', '/members', undefined, sandbox.organizationId)).toEqual(
      forbidden('organization_not_found'),
    );
  });

  it('is confirmed by a person who is signed in by password', async () => {
    const member = await signUp(sandbox, ['finance']);
    const stranger = await signUp(sandbox, ['finance']);
    const unconfirmed = validationFailed({ open_id: ['confirmation_required'] });
    expect(await signInAtProvider(member.email)).toEqual(unconfirmed);
    expect(await signInAtProvider(member.email, undefined, stranger.token)).toEqual(unconfirmed);
    expect(await signInAtProvider(member.email, undefined, member.token)).toMatchObject({ status: 200 });
    expect(await callAs(member.token, 'GET', '/customers')).toMatchObject({ status: 200 });
    expect(await signIn(member.email)).toMatchObject({ status: 200 });
    expect(await signInAtProvider(member.email)).toMatchObject({ status: 200 });
  });

  it("can be connected by admins only, and ends the validity of another one's sessions", async () => {
    const permissions = ['authentication_methods:view', 'authentication_methods:update'];
    await sandbox.ok('POST', '/roles', { role: { code: 'sign_in', name: 'Sign in', permissions } });
    const lesser = await signUp(sandbox, ['sign_in']);
    const as = (method: string, path: string, body?: unknown) => callAs(lesser.token, method, path, body);
    const input = { open_id: { issuer, client_id: 'mine', client_secret: 'mine' } };
    expect(await as('PUT', '/authentication_methods/open_id', input)).toEqual(forbidden('cannot_grant_admin'));
    expect(await as('DELETE', '/authentication_methods/open_id')).toEqual(forbidden('cannot_grant_admin'));
    const enable = (login_methods: string[]) => ({ authentication_methods: { login_methods } });
    expect(await as('PUT', '/authentication_methods', enable(['email_password']))).toMatchObject({ status: 200 });
    expect(await as('PUT', '/authentication_methods', enable(['email_password', 'open_id']))).toEqual(
      forbidden('cannot_grant_admin'),
    );
    expect(await methods(['email_password', 'open_id'])).toMatchObject({ status: 200 });
    const before = (await signInAtProvider(admin.email, undefined, admin.token)).body['session'] as { token: string };
    expect(await callAs(before.token, 'GET', '/customers')).toMatchObject({ status: 200 });
    expect(await connect(client)).toMatchObject({ status: 200 });
    await waitFor('the end of what came from it', async () => {
      return (await callAs(before.token, 'GET', '/customers')).status === 403;
    });
    const { security_logs: entries } = await sandbox.ok<{ security_logs: { log_event: string; resources: object }[] }>(
      'GET',
      '/security_logs?to_date=2100-01-01T00:00:00Z&log_types[]=integration&per_page=100',
    );
    expect(entries.map(({ log_event: event }) => event)).toEqual(
      expect.arrayContaining(['integration.created', 'integration.updated']),
    );
    expect(JSON.stringify(entries)).not.toContain(client.client_secret);
    expect((await signInAtProvider(admin.email)).status).toBe(200);
  });

  it('completes a sign-in once, and only for the caller who began it', async () => {
    const [mine, others] = await Promise.all([begun(), begun()]);
    const back = await atProvider(mine.authorization_url, admin.email);
    expect(await finish(back, others.verifier)).toEqual(validationFailed({ open_id: ['sign_in_not_found'] }));
    expect(await finish(back, mine.verifier)).toEqual(validationFailed({ open_id: ['sign_in_not_found'] }));
    const again = await begun();
    const parameters = await atProvider(again.authorization_url, admin.email);
    const forged = parameters.replace(/code=[^&]+/, 'code=forged');
    expect(await finish(forged, again.verifier)).toEqual(validationFailed({ open_id: ['provider_error'] }));
    const last = await begun();
    const good = await atProvider(last.authorization_url, admin.email);
    expect(await finish(good, last.verifier)).toMatchObject({ status: 200 });
    expect(await finish(good, last.verifier)).toEqual(validationFailed({ open_id: ['sign_in_not_found'] }));
  });

  it('ends its sessions when it is switched off, also for later', async () => {
    const { token } = (await signInAtProvider(admin.email)).body['session'] as { token: string };
    expect(await callAs(token, 'GET', '/customers')).toMatchObject({ status: 200 });
    expect(await methods(['email_password'])).toMatchObject({ status: 200 });
    expect(await callAs(token, 'GET', '/customers')).toEqual(forbidden('login_method_not_authorized'));
    expect(await methods(['email_password', 'open_id'])).toMatchObject({ status: 200 });
    expect(await callAs(token, 'GET', '/customers')).toEqual(forbidden('login_method_not_authorized'));
    const again = (await signInAtProvider(admin.email)).body['session'] as { token: string };
    expect(await callAs(again.token, 'GET', '/customers')).toMatchObject({ status: 200 });
  });

  it('can be the only login method, and leaves another one when it is disconnected', async () => {
    const session = (await signInAtProvider(admin.email)).body['session'] as { token: string };
    const as = (method: string, path: string, body?: unknown) => callAs(session.token, method, path, body);
    const only = { authentication_methods: { login_methods: ['open_id'] } };
    expect(await as('PUT', '/authentication_methods', only)).toMatchObject({ status: 200 });
    expect(await callAs(admin.token, 'GET', '/customers')).toEqual(forbidden('login_method_not_authorized'));
    expect(await signIn(admin.email)).toEqual(validationFailed({ email_password: ['login_method_not_authorized'] }));
    const { invite } = await sandbox.ok<{ invite: { token: string } }>('POST', '/invites', {
      invite: { email: newEmail(), roles: ['finance'] },
    });
    expect(
      await callAs(null, 'POST', '/invites/accept', { invite: { token: invite.token, password: 'correct horse' } }),
    ).toEqual(validationFailed({ email_password: ['login_method_not_authorized'] }));
    expect(await as('DELETE', '/authentication_methods/open_id')).toEqual(notAllowed('last_login_method'));
    const both = { authentication_methods: { login_methods: ['open_id', 'email_password'] } };
    expect(await as('PUT', '/authentication_methods', both)).toMatchObject({ status: 200 });
    expect(await callAs(admin.token, 'GET', '/customers')).toEqual(forbidden('login_method_not_authorized'));
    const again = (await signIn(admin.email)).body['session'] as { token: string };
    expect(await callAs(again.token, 'GET', '/customers')).toMatchObject({ status: 200 });
    expect(await as('DELETE', '/authentication_methods/open_id')).toMatchObject({
      status: 200,
      body: { authentication_methods: { login_methods: ['email_password'], open_id: null } },
    });
    expect(await as('GET', '/customers')).toEqual(forbidden('login_method_not_authorized'));
  });
});
