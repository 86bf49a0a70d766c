import { describe, expect, it } from '@jest/globals';
import { endOfInvite, hasExpired, newInviteErrors } from './invites.rules.js';

const now = new Date('2024-01-08T00:00:00Z');
const fine = { pending: undefined, isMember: false, hasValidRoles: true, now };

describe('a new invite (customers, section 14)', () => {
  it.each([
    [
      'a pending invite of the address',
      { pending: { expires_at: new Date(now.getTime() + 1) } },
      'invite_already_exists',
    ],
    ['the address of a member', { isMember: true }, 'email_already_used'],
    ['unknown roles, or none', { hasValidRoles: false }, 'invalid_role'],
  ])('is refused with %s', (_, change, code) => {
    expect(newInviteErrors(fine)).toEqual({});
    expect(Object.values(newInviteErrors({ ...fine, ...change }))).toEqual([[code]]);
  });

  it('reports all reasons together', () => {
    const pending = { expires_at: new Date('2024-01-09T00:00:00Z') };
    expect(newInviteErrors({ pending, isMember: true, hasValidRoles: false, now })).toEqual({
      invite: ['invite_already_exists'],
      email: ['email_already_used'],
      roles: ['invalid_role'],
    });
  });

  it('replaces an outdated one', () => {
    expect(newInviteErrors({ ...fine, pending: { expires_at: now } })).toEqual({});
  });
});

describe('the life of an invite', () => {
  it('is seven days, the end excluded', () => {
    const expires_at = endOfInvite(new Date('2024-01-01T00:00:00Z'));
    expect(expires_at).toEqual(now);
    expect(hasExpired({ expires_at }, new Date(now.getTime() - 1))).toBe(false);
    expect(hasExpired({ expires_at }, now)).toBe(true);
  });
});
