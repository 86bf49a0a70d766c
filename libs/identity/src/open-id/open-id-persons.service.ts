import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@tollgate/contracts';
import { newId, NotFound, ValidationFailed, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import {
  accountOfEmail,
  accountOfUser,
  insertUser,
  lockedAccount,
  removeCredentials,
  type Account,
} from '../credentials/credentials.repository.js';
import { IdentityDatabase } from '../identity.database.js';
import { findInvite } from '../invites/invites.repository.js';
import { Joining } from '../invites/joining.service.js';
import { Mails } from '../mails/mails.js';
import { isMember } from '../members/members.repository.js';
import type { Claims } from './open-id.client.js';
import {
  activeMember,
  isLinked,
  linkSubject,
  relinkSubject,
  userOfSubject,
  type SignInRow,
} from './open-id.repository.js';

/**
 * Maps the claims of a provider to people. Until a person proves its address by mail, the owner of the account's
 * password is unknown. The first time a provider vouches for such an account, that password and its sessions are
 * removed.
 */
@Injectable()
export class OpenIdPersons {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly joining: Joining,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  /**
   * The account of the member who signed in; with an invite, the person joins first.
   * @throws ValidationFailed (`not_a_member`, `email_does_not_match`); NotFound for an invite that is no longer open
   */
  async accountOf(begun: SignInRow, claims: Claims): Promise<Account> {
    const email = claims.email === null ? null : normalizeEmail(claims.email);
    const userId =
      begun.invite_id === null
        ? await this.memberOf(begun.organization_id, claims, email)
        : await this.joinedBy(begun, begun.invite_id, claims, email);
    const account = await this.database.everyTenant((transaction) => accountOfUser(transaction, userId));
    if (!account) throw refused('not_a_member');
    return account;
  }

  private async memberOf(organizationId: string, { issuer, subject }: Claims, email: string | null): Promise<string> {
    const match = await this.database.tenant(organizationId, async (transaction) => {
      const linkedUserId = await userOfSubject(transaction, issuer, subject);
      const member = await memberBy(transaction, linkedUserId, email);
      if (!member) throw refused('not_a_member');
      // An address can change its owner: a person linked to one subject must not sign in with another.
      if (!linkedUserId && (await isLinked(transaction, issuer, member.user_id))) throw refused('not_a_member');
      return { linkedUserId, userId: member.user_id };
    });
    if (!match.linkedUserId) await this.database.everyTenant((transaction) => this.takeOver(transaction, match.userId));
    if (!match.linkedUserId)
      await this.database.tenant(organizationId, (transaction) =>
        linkSubject(transaction, issuer, subject, match.userId),
      );
    return match.userId;
  }

  /** Accepts an invite for the address that the provider claims. @returns the person who joined */
  private async joinedBy(
    { organization_id: organizationId }: SignInRow,
    inviteId: string,
    { issuer, subject }: Claims,
    email: string | null,
  ): Promise<string> {
    const invite = await this.database.tenant(organizationId, async (transaction) => {
      const pendingInvite = await findInvite(transaction, inviteId);
      if (!pendingInvite || email === null || pendingInvite.email !== email) throw refused('email_does_not_match');
      if (pendingInvite.status !== 'pending' || pendingInvite.expires_at <= new Date()) throw new NotFound('invite');
      if (await isMember(transaction, email)) throw new ValidationFailed({ email: ['email_already_used'] });
      return pendingInvite;
    });
    const user = { id: newId(), email: invite.email, name: null, email_verified_at: null, created_at: new Date() };
    const userId = await this.database.everyTenant(async (transaction) => {
      await insertUser(transaction, user);
      const account = await accountOfEmail(transaction, invite.email);
      if (!account) throw refused('not_a_member');
      await this.takeOver(transaction, account.user.id);
      return account.user.id;
    });
    await this.joining.join(invite, userId);
    await this.database.tenant(organizationId, (transaction) => relinkSubject(transaction, issuer, subject, userId));
    return userId;
  }

  /** Removes the password of an account whose address was never proved, as anyone may have set it. */
  private async takeOver(transaction: Transaction, userId: string): Promise<void> {
    const account = await lockedAccount(transaction, userId);
    if (!account || account.user.email_verified_at !== null) return;
    if (!(await removeCredentials(transaction, userId))) return;
    await this.mails.put(transaction, null, {
      to: account.user.email,
      subject: 'Your password was removed',
      text: `You signed in at the provider of an organization. Until then nobody had shown that your account is yours, so its
password, its authenticator and its sessions were removed.

To sign in by password as well, ask for a new one: it is set with a mail to this address.
`,
    });
    this.sessions.evictAll();
  }
}

const refused = (code: string) => new ValidationFailed({ open_id: [code] });

/** Finds a member by address the first time, and by the provider's subject from then on. */
async function memberBy(transaction: TenantTransaction, linkedUserId: string | null, email: string | null) {
  if (linkedUserId) return activeMember(transaction, { userId: linkedUserId });
  return email === null ? undefined : activeMember(transaction, { email });
}
