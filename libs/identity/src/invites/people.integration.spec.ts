import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  Sandbox,
  callAs,
  forbidden,
  newEmail,
  notAllowed,
  notFound,
  password,
  signIn,
  signUp,
  unauthorized,
  validationFailed,
  waitFor,
  type SignedUp,
} from '@tollgate/testing';

const role = (code: string, permissions: string[]) => ({ role: { code, name: 'Role', permissions } });

let ours: Sandbox;
let theirs: Sandbox;
let admin: SignedUp;
let stranger: SignedUp;

beforeAll(async () => {
  [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  admin = await signUp(ours, ['admin']);
  stranger = await signUp(theirs, ['admin']);
});

describe('roles', () => {
  it('are the predefined ones and the custom ones of an organization', async () => {
    const created = await ours.ok<{ role: object }>('POST', '/roles', {
      role: { code: 'support', name: '  First   line ', permissions: ['customers:view', 'invoices:view'] },
    });
    expect(created.role).toMatchObject({ code: 'support', name: 'First line', predefined: false });
    const { roles } = await ours.ok<{ roles: { code: string }[] }>('GET', '/roles');
    expect(roles.map(({ code }) => code)).toEqual(['admin', 'finance', 'manager', 'support']);
    expect(await theirs.call('GET', '/roles/support')).toEqual(notFound('role'));
  });

  it.each([
    [{ name: 'X', permissions: ['plans:view'] }, { code: ['value_is_mandatory'] }, undefined],
    [role('Bad-code', ['plans:view']).role, { code: ['value_is_invalid'] }, undefined],
    [role('admin', ['plans:view']).role, { code: ['value_already_exist'] }, undefined],
    [role('x'.repeat(101), ['plans:view']).role, { code: ['value_is_too_long'] }, { code: { max_length: 100 } }],
    [role('empty', []).role, { permissions: ['value_is_mandatory'] }, undefined],
    [role('unknown', ['plans:fly']).role, { permissions: ['value_is_invalid'] }, undefined],
    [
      { ...role('long', ['plans:view']).role, description: 'x'.repeat(256) },
      { description: ['value_is_too_long'] },
      { description: { max_length: 255 } },
    ],
  ])('are refused as %j', async (input, details, limits) => {
    expect(await ours.call('POST', '/roles', { role: input })).toEqual(validationFailed(details, limits));
  });

  it('have a fixed code and cannot be deleted while a member has them', async () => {
    await ours.ok('POST', '/roles', role('assigned', ['plans:view']));
    expect(await ours.call('POST', '/roles', role('assigned', ['plans:view']))).toEqual(
      validationFailed({ code: ['value_already_exist'] }),
    );
    const { memberId } = await signUp(ours, ['assigned']);
    expect(await ours.call('DELETE', '/roles/assigned')).toEqual(forbidden('role_assigned_to_members'));
    await ours.ok('PUT', `/members/${memberId}`, { member: { roles: ['finance'] } });
    expect(await ours.call('DELETE', '/roles/assigned')).toMatchObject({ status: 200 });
    expect(await ours.call('PUT', '/roles/admin', { role: { name: 'Boss' } })).toEqual(forbidden('predefined_role'));
    expect(await ours.call('DELETE', '/roles/finance')).toEqual(forbidden('predefined_role'));
  });
});

describe('the permissions of a person', () => {
  it('are those of its roles, in every service', async () => {
    const { token, memberId } = await signUp(ours, ['finance']);
    expect(await callAs(token, 'GET', '/customers')).toMatchObject({ status: 200 });
    const customer = { customer: { external_id: 'by-person', currency: 'EUR' } };
    expect(await callAs(token, 'POST', '/customers', customer)).toEqual(
      forbidden('write_action_not_allowed_for_customer'),
    );
    expect(await callAs(token, 'GET', '/members')).toEqual(forbidden('read_action_not_allowed_for_member'));
    await ours.ok('PUT', `/members/${memberId}`, { member: { roles: ['finance', 'manager'] } });
    // Other processes follow within seconds.
    await waitFor('the new roles', async () => (await callAs(token, 'POST', '/customers', customer)).status === 200);
    expect(await callAs(admin.token, 'GET', '/customers/by-person')).toMatchObject({ status: 200 });
    expect(await callAs(stranger.token, 'GET', '/customers/by-person')).toEqual(notFound('customer'));
  });

  it('end with the membership', async () => {
    const { token, memberId } = await signUp(ours, ['finance']);
    expect(await callAs(token, 'GET', '/customers')).toMatchObject({ status: 200 });
    await ours.ok('DELETE', `/members/${memberId}`);
    expect(await callAs(token, 'GET', '/customers')).toEqual(forbidden('organization_not_found'));
    expect(await callAs(token, 'GET', '/session')).toMatchObject({ status: 200 });
  });

  it('require the choice of one of several organizations', async () => {
    const both = await signUp(ours, ['finance']);
    const { invite } = await theirs.ok<{ invite: { token: string } }>('POST', '/invites', {
      invite: { email: both.email.toUpperCase(), roles: ['admin'] },
    });
    const wrong = { invite: { token: invite.token, password: 'not the password' } };
    expect(await callAs(null, 'POST', '/invites/accept', wrong)).toEqual(
      validationFailed({ base: ['incorrect_login_or_password'] }),
    );
    expect(await callAs(null, 'POST', '/invites/accept', { invite: { token: invite.token, password } })).toMatchObject({
      status: 200,
    });
    const get = (organizationId?: string) => callAs(both.token, 'GET', '/organizations', undefined, organizationId);
    expect(await get()).toEqual(forbidden('organization_required'));
    expect(await get(ours.organizationId)).toMatchObject({ body: { organization: { svc_id: ours.organizationId } } });
    expect(await get(theirs.organizationId)).toMatchObject({
      body: { organization: { svc_id: theirs.organizationId } },
    });
    for (const other of ['nonsense', '018f0000-0000-7000-8000-000000000001'])
      expect(await get(other)).toEqual(forbidden('organization_not_found'));
    expect(await callAs(admin.token, 'GET', '/customers', undefined, theirs.organizationId)).toEqual(
      forbidden('organization_not_found'),
    );
  });

  it('require a session for calls about oneself, and a key or session for others', async () => {
    expect(await ours.call('GET', '/users/me')).toEqual(forbidden('session_required'));
    expect(await callAs('tgs_nobody', 'GET', '/users/me')).toEqual(unauthorized);
    expect(await callAs(null, 'GET', '/session')).toEqual(unauthorized);
    expect(await callAs(null, 'GET', '/members')).toEqual(unauthorized);
  });
});

describe('members', () => {
  it('include at least one admin', async () => {
    const lone = await Sandbox.create();
    const only = await signUp(lone, ['admin']);
    const self = `/members/${only.memberId}`;
    expect(await callAs(only.token, 'DELETE', self)).toEqual(notAllowed('cannot_revoke_own_membership'));
    expect(await lone.call('DELETE', self)).toEqual(notAllowed('last_admin'));
    expect(await callAs(only.token, 'PUT', self, { member: { roles: ['finance'] } })).toEqual(notAllowed('last_admin'));
    expect(await callAs(only.token, 'PUT', self, { member: { roles: [] } })).toEqual(
      validationFailed({ roles: ['last_membership_role'] }),
    );
    expect(await callAs(only.token, 'PUT', self, { member: { roles: ['nothing'] } })).toEqual(notFound('role'));
    const other = await signUp(lone, ['admin']);
    const drop = (who: SignedUp, whom: SignedUp) => callAs(who.token, 'DELETE', `/members/${whom.memberId}`);
    const answers = await Promise.all([drop(only, other), drop(other, only)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { members } = await lone.ok<{ members: object[] }>('GET', '/members?status=active');
    expect(members).toHaveLength(1);
  });

  it('cannot give permissions that they lack, not even to themselves', async () => {
    await ours.ok('POST', '/roles', role('people', ['organization:members:view', 'organization:members:update']));
    await ours.ok('POST', '/roles', role('inviter', ['organization:members:create', 'roles:create', 'roles:update']));
    const people = await signUp(ours, ['people', 'inviter']);
    const put = (id: string, roles: string[]) => callAs(people.token, 'PUT', `/members/${id}`, { member: { roles } });
    expect(await put(people.memberId, ['people', 'inviter', 'admin'])).toEqual(forbidden('cannot_grant_admin'));
    expect(await put(people.memberId, ['people', 'inviter', 'finance'])).toEqual(forbidden('cannot_grant_permission'));
    expect(await put(admin.memberId, ['people'])).toEqual(forbidden('cannot_grant_admin'));
    expect(await callAs(people.token, 'POST', '/invites', { invite: { email: newEmail(), roles: ['admin'] } })).toEqual(
      forbidden('cannot_grant_admin'),
    );
    expect(await callAs(people.token, 'POST', '/roles', role('more', ['plans:delete']))).toEqual(
      forbidden('cannot_grant_permission'),
    );
    const more = {
      role: { permissions: ['organization:members:create', 'roles:create', 'roles:update', 'plans:view'] },
    };
    expect(await callAs(people.token, 'PUT', '/roles/inviter', more)).toEqual(forbidden('cannot_grant_permission'));
  });

  it('of other organizations appear not to exist', async () => {
    const path = `/members/${stranger.memberId}`;
    expect(await callAs(admin.token, 'GET', path)).toEqual(notFound('member'));
    expect(await callAs(admin.token, 'PUT', path, { member: { roles: ['finance'] } })).toEqual(notFound('member'));
    expect(await callAs(admin.token, 'DELETE', path)).toEqual(notFound('member'));
    expect(await callAs(admin.token, 'GET', '/members/nonsense')).toEqual(notFound('member'));
  });
});

describe('invites', () => {
  const invite = (email: string, roles: unknown = ['finance']) =>
    callAs(admin.token, 'POST', '/invites', { invite: { email, roles } });

  it('are created once, for people who are not members', async () => {
    const email = newEmail();
    const created = await invite(email);
    expect(created).toMatchObject({ status: 200, body: { invite: { email, status: 'pending', roles: ['finance'] } } });
    const { token, url } = created.body['invite'] as { token: string; url: string };
    expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect(url.endsWith(`/invitation/${token}`)).toBe(true);
    expect(await invite(` ${email.toUpperCase()} `)).toEqual(validationFailed({ invite: ['invite_already_exists'] }));
    expect(await invite(admin.email)).toEqual(validationFailed({ email: ['email_already_used'] }));
    expect(await invite('nonsense')).toEqual(validationFailed({ email: ['invalid_email_format'] }));
    for (const roles of [[], null, ['nothing'], ['']])
      expect(await invite(newEmail(), roles)).toEqual(validationFailed({ roles: ['invalid_role'] }));
    const listed = await callAs(admin.token, 'GET', '/invites?status=pending');
    expect(JSON.stringify(listed.body)).not.toContain(token);
  });

  it('are accepted once, and never after revocation', async () => {
    const created = (await invite(newEmail())).body['invite'] as { svc_id: string; token: string };
    const accept = () => callAs(null, 'POST', '/invites/accept', { invite: { token: created.token, password } });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await accept()).toEqual(notFound('invite'));
    expect(await callAs(admin.token, 'PUT', `/invites/${created.svc_id}`, { invite: { roles: ['finance'] } })).toEqual(
      forbidden('cannot_update_accepted_invite'),
    );
    const revoked = (await invite(newEmail())).body['invite'] as { svc_id: string; token: string };
    expect(await callAs(stranger.token, 'DELETE', `/invites/${revoked.svc_id}`)).toEqual(notFound('invite'));
    expect(await callAs(admin.token, 'DELETE', `/invites/${revoked.svc_id}`)).toMatchObject({ status: 200 });
    expect(await callAs(null, 'POST', '/invites/accept', { invite: { token: revoked.token, password } })).toEqual(
      notFound('invite'),
    );
    expect(await callAs(admin.token, 'PUT', `/invites/${revoked.svc_id}`, { invite: { roles: ['finance'] } })).toEqual(
      forbidden('cannot_update_revoked_invite'),
    );
  });

  it('require a password that follows the rules', async () => {
    const { token } = (await invite(newEmail())).body['invite'] as { token: string };
    expect(await callAs(null, 'POST', '/invites/accept', { invite: { token, password: 'short' } })).toEqual(
      validationFailed({ password: ['value_is_too_short'] }),
    );
    expect(await callAs(null, 'POST', '/invites/accept', { invite: { token: '0'.repeat(40), password } })).toEqual(
      notFound('invite'),
    );
    // The refusal does not reveal either whether the person has an account.
    const memberInvite = (await invite(stranger.email)).body['invite'] as { token: string };
    for (const [tooWeak, code] of [
      ['short', 'value_is_too_short'],
      ['password12', 'value_is_too_common'],
    ])
      for (const { token: invited } of [memberInvite, { token }])
        expect(
          await callAs(null, 'POST', '/invites/accept', { invite: { token: invited, password: tooWeak } }),
        ).toEqual(validationFailed({ password: [code] }));
  });
});

describe('sessions', () => {
  it('begin with a new token each, and end', async () => {
    const { email } = await signUp(ours, ['finance']);
    const [one, other] = await Promise.all([signIn(email), signIn(` ${email.toUpperCase()}`)]);
    const tokens = [one, other].map(({ body }) => (body['session'] as { token: string }).token) as [string, string];
    expect(tokens[0]).not.toBe(tokens[1]);
    const listed = await callAs(tokens[0], 'GET', '/sessions');
    expect(JSON.stringify(listed.body)).not.toContain(tokens[0]);
    expect((listed.body['sessions'] as object[]).length).toBe(3);
    const otherId = (other.body['session'] as { svc_id: string }).svc_id;
    expect(await callAs(admin.token, 'DELETE', `/sessions/${otherId}`)).toEqual(notFound('session'));
    expect(await callAs(tokens[0], 'DELETE', `/sessions/${otherId}`)).toMatchObject({ status: 200 });
    expect(await callAs(tokens[1], 'GET', '/session')).toEqual(unauthorized);
    expect(await callAs(tokens[0], 'DELETE', '/session')).toMatchObject({ status: 200 });
    expect(await callAs(tokens[0], 'GET', '/customers')).toEqual(unauthorized);
  });

  it('do not reveal who exists, and lock an account after too many tries', async () => {
    const { email } = await signUp(ours, ['finance']);
    const unknownEmail = newEmail();
    const wrong = validationFailed({ base: ['incorrect_login_or_password'] });
    expect(await signIn(email, 'not the password')).toEqual(wrong);
    expect(await signIn(unknownEmail, 'not the password')).toEqual(wrong);
    for (const tried of [email, unknownEmail]) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(tried, 'not the password')));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    }
    // Also with the right password, as success would reveal the right guess.
    expect(await signIn(email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  it('end after a password change, except the session of the call', async () => {
    const { email, token } = await signUp(ours, ['finance']);
    const other = ((await signIn(email)).body['session'] as { token: string }).token;
    const change = (current: string, next: string) =>
      callAs(token, 'PUT', '/users/me/password', { user: { current_password: current, password: next } });
    expect(await change('not the password', 'another password')).toEqual(
      validationFailed({ current_password: ['incorrect_password'] }),
    );
    expect(await change(password, 'short')).toEqual(validationFailed({ password: ['value_is_too_short'] }));
    expect(await change(password, 'another password')).toMatchObject({ status: 200 });
    expect(await callAs(other, 'GET', '/session')).toEqual(unauthorized);
    expect(await callAs(token, 'GET', '/session')).toMatchObject({ status: 200 });
    expect(await signIn(email)).toMatchObject({ status: 422 });
    expect(await signIn(email, 'another password')).toMatchObject({ status: 200 });
  });
});

describe('the logs', () => {
  it('record who changed people and roles', async () => {
    const { security_logs: entries } = await ours.ok<{
      security_logs: { log_event: string; user_email: string | null; resources: object }[];
    }>('GET', '/security_logs?to_date=2100-01-01T00:00:00Z&per_page=1000');
    const events = new Set(entries.map(({ log_event: event }) => event));
    for (const event of [
      'invited',
      'signed_up',
      'role_edited',
      'deleted',
      'password_edited',
      'sign_in_failed',
      'locked',
    ])
      expect([event, events.has(`user.${event}`)]).toEqual([event, true]);
    for (const event of ['role.created', 'role.deleted']) expect([event, events.has(event)]).toEqual([event, true]);
    const byAdmin = entries.find(({ log_event, user_email }) => log_event === 'user.invited' && user_email !== null);
    expect(byAdmin?.user_email).toBe(admin.email);
    expect(JSON.stringify(entries)).not.toMatch(/[0-9a-f]{40}|tgs_|correct horse/);
  });
});

describe('keys', () => {
  it('cannot get permissions that the acting person lacks', async () => {
    await ours.ok('POST', '/roles', role('keys', ['developers:keys:manage', 'plans:view']));
    const { token } = await signUp(ours, ['keys']);
    const make = (permissions?: object) =>
      callAs(token, 'POST', '/api_keys', { api_key: { name: 'k', ...(permissions ? { permissions } : {}) } });
    expect(await make()).toEqual(forbidden('cannot_grant_permission'));
    expect(await make({ plan: ['read', 'write'] })).toEqual(forbidden('cannot_grant_permission'));
    expect(await make({ plan: ['read'] })).toMatchObject({ status: 200 });
    const limited = await ours.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'l', permissions: { organization: ['read', 'write'] } },
    });
    const invite = { invite: { email: newEmail(), roles: ['admin'] } };
    expect(await callAs(limited.api_key.value, 'POST', '/invites', invite)).toEqual(
      forbidden('write_action_not_allowed_for_invite'),
    );
  });
});
