import { Injectable } from '@nestjs/common';
import { adminRole, type Member, type MemberFilters, type MemberUpdate, type Meta } from '@tollgate/contracts';
import {
  isId,
  isoSeconds,
  isoSecondsOrNull,
  NotAllowed,
  NotFound,
  ValidationFailed,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { PermissionChanges } from '../access/permission-changes.js';
import { IdentityDatabase } from '../identity.database.js';
import { assertMayGrant, unknownRoles } from '../roles/grants.js';
import { findMember, hasOtherAdmin, listMembers, updateMembership, type MemberRow } from './members.repository.js';

/** The members of an organization and their roles (customers, section 14). */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly changes: PermissionChanges,
  ) {}

  async list({ organizationId }: Tenant, filters: MemberFilters): Promise<{ members: Member[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listMembers(transaction, filters),
    );
    return { members: rows.map(present), meta };
  }

  /** @throws NotFound */
  async read({ organizationId }: Tenant, id: string): Promise<Member> {
    return present(await this.database.tenant(organizationId, (transaction) => existing(transaction, id)));
  }

  /**
   * Changes the roles of a member.
   * @throws NotFound for the member and for roles; ValidationFailed without a role; NotAllowed when no admin would remain
   * @throws Forbidden for roles that the caller may not give, and for a member with more permissions than the caller
   */
  async update(caller: Tenant, id: string, input: MemberUpdate): Promise<Member> {
    return this.changes.make(caller, async (transaction) => {
      const member = await active(transaction, id);
      if (!input.roles) return present(member);
      const roles = [...new Set(input.roles)];
      if (roles.length === 0) throw new ValidationFailed({ roles: ['last_membership_role'] });
      if ((await unknownRoles(transaction, roles)).length > 0) throw new NotFound('role');
      await assertMayGrant(transaction, caller, [...roles, ...member.roles]);
      if (!roles.includes(adminRole)) await assertAdminLeft(transaction, member);
      await updateMembership(transaction, id, { roles });
      const change = {
        deleted: member.roles.filter((code) => !roles.includes(code)),
        added: roles.filter((code) => !member.roles.includes(code)),
      };
      if (change.deleted.length + change.added.length > 0)
        await this.changes.record(transaction, 'user.role_edited', { email: member.email, roles: change });
      return present({ ...member, roles });
    });
  }

  /**
   * @throws NotFound; Forbidden for a member with more permissions; NotAllowed for the caller itself and the last admin
   */
  async revoke(caller: Tenant, id: string): Promise<Member> {
    return this.changes.make(caller, async (transaction) => {
      const member = await active(transaction, id);
      if (caller.member?.membershipId === member.id) throw new NotAllowed('cannot_revoke_own_membership');
      await assertMayGrant(transaction, caller, member.roles);
      await assertAdminLeft(transaction, member);
      const revokedAt = new Date();
      await updateMembership(transaction, id, { status: 'revoked', revoked_at: revokedAt });
      await this.changes.record(transaction, 'user.deleted', { email: member.email });
      return present({ ...member, status: 'revoked', revoked_at: revokedAt });
    });
  }
}

async function existing(transaction: TenantTransaction, id: string): Promise<MemberRow> {
  const member = isId(id) ? await findMember(transaction, id) : undefined;
  if (!member) throw new NotFound('member');
  return member;
}

/** A revoked membership is history. */
async function active(transaction: TenantTransaction, id: string): Promise<MemberRow> {
  const member = await existing(transaction, id);
  if (member.status !== 'active') throw new NotFound('member');
  return member;
}

async function assertAdminLeft(transaction: TenantTransaction, { id, roles }: MemberRow): Promise<void> {
  if (roles.includes(adminRole) && !(await hasOtherAdmin(transaction, id))) throw new NotAllowed('last_admin');
}

const present = (row: MemberRow): Member => ({
  svc_id: row.id,
  email: row.email,
  name: row.name,
  roles: row.roles,
  status: row.status,
  created_at: isoSeconds(row.created_at),
  revoked_at: isoSecondsOrNull(row.revoked_at),
});
