import { Injectable } from '@nestjs/common';
import { isBlank, type InviteAccept } from '@tollgate/contracts';
import { Clock, newId, NotFound, ValidationFailed } from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { hashToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import {
  accountOfEmail,
  accountOfUser,
  insertUser,
  provePassword,
  setPassword,
  type Account,
} from '../credentials/credentials.repository.js';
import { newPasswordErrors } from '../credentials/new-passwords.js';
import { Passwords } from '../credentials/passwords.js';
import { Proofs } from '../credentials/proofs.service.js';
import { IdentityDatabase } from '../identity.database.js';
import { insertMembership, isMember } from '../members/members.repository.js';
import { unknownRoles } from '../roles/grants.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import type { Origin } from '../sessions/origin.js';
import { SessionsService, type OpenedSession } from '../sessions/sessions.service.js';
import { openInviteOf, updatePendingInvite, type InviteRow } from './invites.repository.js';
import { hasExpired } from './invites.rules.js';

/** Turns invited people into members (customers, section 14). */
@Injectable()
export class Joining {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
    private readonly signIns: SessionsService,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts an invite with a password: that of the person's account, or a new one for a person without an account.
   * @returns the new session, and the organization that invited
   * @throws NotFound for an unknown, used, revoked or outdated token; ValidationFailed, TooManyRequests
   */
  async accept(input: InviteAccept, origin: Origin): Promise<{ session: OpenedSession; organizationId: string }> {
    await this.attempts.take([
      { limit: limits.person, subject: `invite ${input.token}`, from: origin.ipAddress },
      { limit: limits.address, subject: origin.ipAddress },
    ]);
    const invite = await this.inviteOf(input.token);
    if (!invite.login_methods.includes('email_password'))
      throw new ValidationFailed({ email_password: ['login_method_not_authorized'] });
    // The password rules apply to everyone, so that they do not reveal whether the person has an account.
    const errors = newPasswordErrors(input.password, invite.email);
    if (errors.length > 0) throw new ValidationFailed({ password: errors });
    const account = await this.accountFor(invite, input, origin);
    // Only the reader of the address has the link of a mailed invite.
    if (invite.isByMail)
      await this.database.everyTenant((transaction) => provePassword(transaction, account.user.id, new Date()));
    await this.join(invite, account.user.id, { byProvider: false });
    await this.attempts.giveBack(limits.address, origin.ipAddress);
    return { session: await this.signIns.open(account, null, origin), organizationId: invite.organization_id };
  }

  /** An open invite, by its token, and whether that came by mail: the inviter has another one. @throws NotFound */
  async inviteOf(token: string) {
    const hash = hashToken(token);
    const invite = await this.database.everyTenant((transaction) => openInviteOf(transaction, hash));
    if (!invite) throw new NotFound('invite');
    return { ...invite, isByMail: invite.mailed_token_hash === hash };
  }

  /**
   * Makes a person a member by an invite, once.
   * @param byProvider whether a provider alone vouched for the person
   * @throws NotFound when the invite is no longer open; ValidationFailed
   */
  async join(invite: InviteRow, userId: string, { byProvider }: { byProvider: boolean }): Promise<void> {
    const now = new Date();
    await this.database.serially(invite.organization_id, async (transaction) => {
      const accepted = await updatePendingInvite(transaction, invite.id, { status: 'accepted', accepted_at: now });
      if (!accepted || hasExpired(accepted, now)) throw new NotFound('invite');
      if (await isMember(transaction, invite.email)) throw new ValidationFailed({ email: ['email_already_used'] });
      // A role may have been deleted since the invite.
      if ((await unknownRoles(transaction, accepted.roles)).length > 0)
        throw new ValidationFailed({ roles: ['invalid_role'] });
      await insertMembership(transaction, {
        id: newId(),
        user_id: userId,
        roles: accepted.roles,
        by_provider: byProvider,
        created_at: now,
      });
      const by = { api_key_id: null, user_id: userId, user_email: invite.email };
      const at = await this.clock.now(invite.organization_id);
      await recordSecurityEvent(transaction, { event: 'user.signed_up', resources: {}, by }, at);
    });
    this.sessions.evictAll();
  }

  private async accountFor({ email }: InviteRow, input: InviteAccept, origin: Origin): Promise<Account> {
    const existing = await this.database.everyTenant((transaction) => accountOfEmail(transaction, email));
    if (existing) return this.proofs.take({ ...input, email }, origin);
    const hash = await this.passwords.hash(input.password);
    const now = new Date();
    const user = {
      id: newId(),
      email,
      name: isBlank(input.name) ? null : (input.name as string),
      email_verified_at: null,
      created_at: now,
    };
    const newAccount = await this.database.everyTenant(async (transaction) => {
      if (!(await insertUser(transaction, user))) return null;
      await setPassword(transaction, user.id, hash, { now, isProved: false });
      return accountOfUser(transaction, user.id);
    });
    // A concurrent request created the account; the password must then match it.
    return newAccount ?? this.proofs.take({ ...input, email }, origin);
  }
}
