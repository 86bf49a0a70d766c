import type { Tenant } from '@tollgate/platform';

type Member = NonNullable<Tenant['member']>;

/** A person who calls for an organization, with these permissions. */
export const memberWith = (
  permissions: readonly string[],
  changes: Partial<Member> = {},
): Tenant & { member: Member } => ({
  organizationId: 'organization',
  apiKeyId: null,
  member: {
    userId: 'person',
    email: 'ada@example.com',
    sessionId: 'session',
    loginMethod: 'email_password',
    membershipId: 'membership',
    permissions: new Set(permissions),
    isAdmin: false,
    ...changes,
  },
});

/** A person with the role of an admin. */
export const admin = memberWith([], { isAdmin: true });

/** An API key that calls for an organization. */
export const keyCaller: Tenant = { organizationId: 'organization', apiKeyId: 'key' };
