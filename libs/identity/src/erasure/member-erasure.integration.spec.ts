import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  callAs,
  databaseUrl,
  forbidden,
  newEmail,
  notAllowed,
  password,
  Sandbox,
  signIn,
  signUp,
  waitFor,
  type SignedUp,
} from '@tollgate/testing';
import pg from 'pg';

interface Erasure {
  svc_id: string;
  subject_type: string;
  svc_member_id: string;
  status: string;
  places: { place: string; rows: number; retained: number; retained_reason: string | null }[];
}

let client: pg.Client;
let sandbox: Sandbox;
let admin: SignedUp;

const as = (person: SignedUp, method: string, path: string, body?: unknown, organization = sandbox) =>
  callAs(person.token, method, path, body, organization.organizationId);

async function erased(memberId: string, by = sandbox): Promise<Erasure> {
  const { erasure } = await by.ok<{ erasure: Erasure }>('POST', `/members/${memberId}/erase`);
  return waitFor(
    'the erasure',
    async () => {
      const read = await by.ok<{ erasure: Erasure }>('GET', `/erasures/${erasure.svc_id}`);
      return read.erasure.status === 'completed' && read.erasure;
    },
    120_000,
  );
}

/** Rows of people's tables and logs that have an address. */
async function rowsWith(address: string): Promise<string[]> {
  const tables = [
    'identity.users',
    'identity.invites',
    'identity.mails',
    'identity.security_logs',
    'webhook_delivery.activity_logs',
  ];
  const found: string[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(
      `select from ${table} as own where position($1 in lower(own::text)) > 0 limit 1`,
      [address],
    );
    if ((rowCount ?? 0) > 0) found.push(table);
  }
  return found;
}

beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create();
  admin = await signUp(sandbox, ['admin']);
});
afterAll(async () => {
  await client.end();
});

// The usage store deletes logged calls in its own time, which is long while other specs run.
const deadline = 240_000;

describe('the erasure of a member', () => {
  it(
    'ends the membership, and leaves no address in accounts and logs',
    async () => {
      const person = await signUp(sandbox, ['admin']);
      await as(person, 'POST', '/customers', { customer: { external_id: 'made', currency: 'EUR' } });
      await sandbox.awaitIdle();
      const { personal_data: data } = await sandbox.ok<{
        personal_data: { member: { email: string }; incomplete: [] };
      }>('GET', `/members/${person.memberId}/personal_data`);
      expect(data).toMatchObject({ member: { email: person.email }, incomplete: [] });
      expect(await rowsWith(person.email)).toEqual(
        expect.arrayContaining(['identity.users', 'webhook_delivery.activity_logs']),
      );
      const erasure = await erased(person.memberId);
      expect(erasure).toMatchObject({ subject_type: 'member', svc_member_id: person.memberId });
      expect(erasure.places.map(({ place }) => place)).toEqual([
        'account',
        'security_log',
        'member_calls',
        'member_activities',
      ]);
      expect(await rowsWith(person.email)).toEqual([]);
      expect((await signIn(person.email)).status).toBe(422);
      expect((await as(person, 'GET', '/customers')).status).toBe(401);
      const again = await sandbox.ok<{ erasure: Erasure }>('POST', `/members/${person.memberId}/erase`);
      expect(again.erasure).toEqual(erasure);
    },
    deadline,
  );

  it(
    'leaves the account of a person who belongs to another organization',
    async () => {
      const other = await Sandbox.create();
      const email = newEmail();
      const person = await signUp(sandbox, ['manager'], email);
      const { invite } = await other.ok<{ invite: { token: string } }>('POST', '/invites', {
        invite: { email, roles: ['admin'] },
      });
      await callAs(null, 'POST', '/invites/accept', { invite: { token: invite.token, password } });
      const joined = await other.ok<{ members: { email: string }[] }>('GET', '/members');
      if (!joined.members.some((member) => member.email === email)) throw new Error('The person did not join');
      const { places } = await erased(person.memberId);
      expect(places[0]).toMatchObject({ place: 'account', retained: 1, retained_reason: 'other_memberships' });
      expect((await other.ok<{ members: { email: string }[] }>('GET', '/members')).members).toHaveLength(1);
      expect((await as(person, 'GET', '/customers')).status).not.toBe(200);
    },
    deadline,
  );

  it(
    'is refused for oneself, for the last admin, and without the permission',
    async () => {
      const manager = await signUp(sandbox, ['manager']);
      expect(await as(admin, 'POST', `/members/${admin.memberId}/erase`)).toEqual(
        notAllowed('cannot_revoke_own_membership'),
      );
      expect(await sandbox.call('POST', `/members/${admin.memberId}/erase`)).toEqual(notAllowed('last_admin'));
      expect(await as(manager, 'POST', `/members/${admin.memberId}/erase`)).toMatchObject({
        status: forbidden('x').status,
      });
      expect(await as(manager, 'POST', '/customers/made/erase')).toMatchObject({ status: 403 });
      expect(await sandbox.call('POST', '/members/nobody/erase')).toMatchObject({ status: 404 });
    },
    deadline,
  );
});
