import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@tollgate/contracts';
import { newId, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import {
  accountOfEmail,
  accountOfUser,
  insertUser,
  isUsedElsewhere,
  proveAddress,
  type Account,
} from '../credentials/credentials.repository.js';
import { IdentityDatabase } from '../identity.database.js';
import { findInvite } from '../invites/invites.repository.js';
import { Joining } from '../invites/joining.service.js';
import { isMember } from '../members/members.repository.js';
import { OpenIdLinks, type Login } from './open-id-links.service.js';
import type { Claims } from './open-id.client.js';
import {
  activeMember,
  isLinked,
  linkSubject,
  relinkSubject,
  userOfSubject,
  type SignInRow,
} from './open-id.repository.js';

/** A sign-in that has begun, with the person who is signed in by password in the same browser, or null. */
export type Begun = SignInRow & { ownUserId: string | null };

/**
 * Maps the claims of a provider to people. A provider vouches for its organization alone: its login is a link beside
 * the account, and changes nothing that the account has elsewhere.
 */
@Injectable()
export class OpenIdPersons {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly joining: Joining,
    private readonly links: OpenIdLinks,
  ) {}

  /**
   * The account of the member who signed in; with an invite, the person joins first.
   * @throws ValidationFailed (`not_a_member`, `email_does_not_match`, `confirmation_required`); NotFound for an invite that is no longer open
   */
  async accountOf(begun: Begun, claims: Claims): Promise<Account> {
    const email = claims.email === null ? null : normalizeEmail(claims.email);
    const userId =
      begun.invite_id === null
        ? await this.memberOf(begun, claims, email)
        : await this.joinedBy(begun, begun.invite_id, claims, email);
    return this.existing(userId);
  }

  private async memberOf(begun: Begun, claims: Claims, email: string | null): Promise<string> {
    const { organizationId, issuer, subject } = loginOf(begun, claims);
    const match = await this.database.tenant(organizationId, async (transaction) => {
      const linkedUserId = await userOfSubject(transaction, issuer, subject);
      const member = await memberBy(transaction, linkedUserId, email);
      if (!member) throw refused('not_a_member');
      // An address can change its owner: a person linked to one subject must not sign in with another.
      if (!linkedUserId && (await isLinked(transaction, issuer, member.user_id))) throw refused('not_a_member');
      return { linkedUserId, userId: member.user_id };
    });
    if (match.linkedUserId) return match.userId;
    await this.confirmed(begun, claims, await this.existing(match.userId));
    await this.database.tenant(organizationId, (transaction) =>
      linkSubject(transaction, issuer, subject, match.userId),
    );
    return match.userId;
  }

  /** Accepts an invite for the address that the provider claims. @returns the person who joined */
  private async joinedBy(begun: Begun, inviteId: string, claims: Claims, email: string | null): Promise<string> {
    const { organizationId, issuer, subject } = loginOf(begun, claims);
    const { invite, linkedUserId } = await this.database.tenant(organizationId, async (transaction) => {
      const pendingInvite = await findInvite(transaction, inviteId);
      if (!pendingInvite || email === null || pendingInvite.email !== email) throw refused('email_does_not_match');
      if (pendingInvite.status !== 'pending' || pendingInvite.expires_at <= new Date()) throw new NotFound('invite');
      if (await isMember(transaction, email)) throw new ValidationFailed({ email: ['email_already_used'] });
      return { invite: pendingInvite, linkedUserId: await userOfSubject(transaction, issuer, subject) };
    });
    const account = await this.accountFor(invite.email);
    const userId = account.user.id;
    if (linkedUserId !== userId) await this.confirmed(begun, claims, account);
    if (begun.is_by_mail)
      await this.database.everyTenant((transaction) => proveAddress(transaction, userId, new Date()));
    await this.joining.join(invite, userId, { byProvider: begun.ownUserId !== userId });
    await this.database.tenant(organizationId, (transaction) => relinkSubject(transaction, issuer, subject, userId));
    return userId;
  }

  private async accountFor(email: string): Promise<Account> {
    const user = { id: newId(), email, name: null, email_verified_at: null, created_at: new Date() };
    const account = await this.database.everyTenant(async (transaction) => {
      await insertUser(transaction, user);
      return accountOfEmail(transaction, email);
    });
    if (!account) throw refused('not_a_member');
    return account;
  }

  private async existing(userId: string): Promise<Account> {
    const account = await this.database.everyTenant((transaction) => accountOfUser(transaction, userId));
    if (!account) throw refused('not_a_member');
    return account;
  }

  /**
   * Passes when the account is not used elsewhere, or its person agrees. The person agrees by its session in the same
   * browser, or by the link of a mail. Otherwise it gets a mail with such a link.
   * @throws ValidationFailed (`confirmation_required`)
   */
  private async confirmed(begun: Begun, claims: Claims, account: Account): Promise<void> {
    if (begun.is_by_mail || begun.ownUserId === account.user.id) return;
    const login = loginOf(begun, claims);
    const isElsewhere = await this.database.everyTenant((transaction) =>
      isUsedElsewhere(transaction, account, login.organizationId),
    );
    if (!isElsewhere) return;
    await this.links.propose(login, account);
    throw refused('confirmation_required');
  }
}

const loginOf = ({ organization_id: organizationId }: Begun, { issuer, subject }: Claims): Login => ({
  organizationId,
  issuer,
  subject,
});

const refused = (code: string) => new ValidationFailed({ open_id: [code] });

/** Finds a member by address the first time, and by the provider's subject from then on. */
async function memberBy(transaction: TenantTransaction, linkedUserId: string | null, email: string | null) {
  if (linkedUserId) return activeMember(transaction, { userId: linkedUserId });
  return email === null ? undefined : activeMember(transaction, { email });
}
