import type { FieldErrors } from '@tollgate/contracts';
import type { InviteRow } from './invites.repository.js';

const dayMs = 86_400_000;
const lifetimeMs = 7 * dayMs;

/** The instant from which an invite is no longer accepted. */
export const endOfInvite = (createdAt: Date): Date => new Date(createdAt.getTime() + lifetimeMs);

/** Whether an invite is outdated, so it makes room for a new one. */
export const hasExpired = ({ expires_at: end }: Pick<InviteRow, 'expires_at'>, now: Date): boolean => end <= now;

/** The state that decides about a new invite. */
export interface NewInviteState {
  /** The pending invite of the same address. */
  pending: Pick<InviteRow, 'expires_at'> | undefined;
  /** Whether the address belongs to a member. */
  isMember: boolean;
  /** Whether the request names roles, and the organization has all of them. */
  hasValidRoles: boolean;
  now: Date;
}

/** The errors of a new invite, all together (customers, section 14). */
export function newInviteErrors({ pending, isMember, hasValidRoles, now }: NewInviteState): FieldErrors {
  const errors: FieldErrors = {};
  if (pending && !hasExpired(pending, now)) errors['invite'] = ['invite_already_exists'];
  if (isMember) errors['email'] = ['email_already_used'];
  if (!hasValidRoles) errors['roles'] = ['invalid_role'];
  return errors;
}
