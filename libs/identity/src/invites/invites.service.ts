import { Injectable } from '@nestjs/common';
import {
  normalizeEmail,
  type Invite,
  type InviteCreate,
  type InviteUpdate,
  type Meta,
  type NewInvite,
  type InviteFilters,
} from '@tollgate/contracts';
import {
  Clock,
  Config,
  Forbidden,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  newId,
  NotFound,
  ValidationFailed,
  refuseErrors,
  type Repetition,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { hashToken, newAddressToken } from '../access/tokens.js';
import { IdentityDatabase } from '../identity.database.js';
import { isMember } from '../members/members.repository.js';
import { assertMayGrant, unknownRoles } from '../roles/grants.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import { Invitations } from './invitations.service.js';
import {
  countPendingInvites,
  findInvite,
  insertInvite,
  listInvites,
  pendingInviteOf,
  updatePendingInvite,
  type InviteRow,
} from './invites.repository.js';
import { endOfInvite, hasExpired, newInviteErrors } from './invites.rules.js';

const mostPending = 1_000;

/** Invites to an organization (customers, section 14). */
@Injectable()
export class InvitesService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly invitations: Invitations,
  ) {}

  async list({ organizationId }: Tenant, filters: InviteFilters): Promise<{ invites: Invite[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listInvites(transaction, filters),
    );
    return { invites: rows.map(present), meta };
  }

  /**
   * Invites a person, who gets a mail too.
   * @param repetition the key under which the caller may repeat the call
   * @returns the invite with its token, shown only this once. @throws ValidationFailed; Forbidden for roles that the
   * caller may not give; TooManyRequests
   */
  async create(caller: Tenant, input: InviteCreate, repetition?: Repetition): Promise<NewInvite> {
    const email = normalizeEmail(input.email);
    const roles = [...new Set(input.roles ?? [])];
    const token = newAddressToken();
    const now = new Date();
    const row: InviteRow = {
      id: newId(),
      organization_id: caller.organizationId,
      email,
      roles,
      status: 'pending',
      token_hash: hashToken(token),
      mailed_token_hash: null,
      created_at: now,
      expires_at: endOfInvite(now),
      accepted_at: null,
      revoked_at: null,
    };
    await this.invitations.take(caller, email);
    const write = async (transaction: TenantTransaction): Promise<void> => {
      const pending = await pendingInviteOf(transaction, email);
      // An expired invite makes room for a new one.
      if (pending && hasExpired(pending, now))
        await updatePendingInvite(transaction, pending.id, { status: 'revoked', revoked_at: now });
      const errors = newInviteErrors({
        pending,
        isMember: await isMember(transaction, email),
        hasValidRoles: !(await isInvalid(transaction, roles)),
        now,
      });
      refuseErrors(errors);
      await assertMayGrant(transaction, caller, roles);
      if ((await countPendingInvites(transaction)) >= mostPending)
        throw new ValidationFailed({ base: ['too_many_pending_invites'] });
      await insertInvite(transaction, row);
      await this.invitations.put(transaction, email, input.locale ?? null);
      const at = await this.clock.now(caller.organizationId);
      await recordSecurityEvent(transaction, { event: 'user.invited', resources: { invitee_email: email } }, at);
    };
    await this.database.serially(caller.organizationId, write, repetition);
    return { ...present(row), token, url: `${this.config.publicUrl}/invitation/${token}` };
  }

  /**
   * @throws NotFound, ValidationFailed; Forbidden for an invite that is not pending, and for roles the caller may not
   * give
   */
  async update(caller: Tenant, id: string, input: InviteUpdate): Promise<Invite> {
    return this.database.serially(caller.organizationId, async (transaction) => {
      const invite = await existing(transaction, id);
      if (invite.status !== 'pending') throw new Forbidden(`cannot_update_${invite.status}_invite`);
      if (!input.roles) return present(invite);
      const roles = [...new Set(input.roles)];
      if (await isInvalid(transaction, roles)) throw new ValidationFailed({ roles: ['invalid_role'] });
      await assertMayGrant(transaction, caller, [...roles, ...invite.roles]);
      await updatePendingInvite(transaction, id, { roles });
      return present({ ...invite, roles });
    });
  }

  /** @throws NotFound, also for an invite that is not pending; Forbidden for roles that the caller may not give */
  async revoke(caller: Tenant, id: string): Promise<Invite> {
    return this.database.serially(caller.organizationId, async (transaction) => {
      const invite = await existing(transaction, id);
      if (invite.status !== 'pending') throw new NotFound('invite');
      await assertMayGrant(transaction, caller, invite.roles);
      const revokedAt = new Date();
      await updatePendingInvite(transaction, id, { status: 'revoked', revoked_at: revokedAt });
      return present({ ...invite, status: 'revoked', revoked_at: revokedAt });
    });
  }
}

const isInvalid = async (transaction: TenantTransaction, roles: string[]): Promise<boolean> =>
  roles.length === 0 || (await unknownRoles(transaction, roles)).length > 0;

async function existing(transaction: TenantTransaction, id: string): Promise<InviteRow> {
  const invite = isId(id) ? await findInvite(transaction, id) : undefined;
  if (!invite) throw new NotFound('invite');
  return invite;
}

const present = (row: InviteRow): Invite => ({
  svc_id: row.id,
  email: row.email,
  roles: row.roles,
  status: row.status,
  created_at: isoSeconds(row.created_at),
  expires_at: isoSeconds(row.expires_at),
  accepted_at: isoSecondsOrNull(row.accepted_at),
  revoked_at: isoSecondsOrNull(row.revoked_at),
});
