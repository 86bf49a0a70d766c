import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Erasure } from '@tollgate/contracts';
import {
  Clock,
  erasureOf,
  Erasures,
  isId,
  NotFound,
  presentErasure,
  requestErasure,
  type ErasedStep,
  type RunningErasure,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { ApiLogErasure } from '../api-logs/api-log-erasure.js';
import { IdentityDatabase } from '../identity.database.js';
import { findMember } from '../members/members.repository.js';
import { MembersService } from '../members/members.service.js';
import { blankBulkActs } from './erased-bulk-acts.repository.js';
import {
  blankAccount,
  blankSecurityLog,
  deleteAddress,
  hasOtherMembership,
  leave,
} from './erased-members.repository.js';

/** Erases what an organization knows of a member (customers, section 17). */
@Injectable()
export class MemberErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly members: MembersService,
    private readonly calls: ApiLogErasure,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('identity', this.database, {
      account: (transaction, erasure) => this.eraseAccount(transaction, erasure),
      security_log: async (transaction, erasure) => ({ rows: await blankSecurityLog(transaction, erasure) }),
      member_calls: (_, erasure, reached) => this.calls.step(erasure, reached),
      api_log: (_, erasure, reached) => this.calls.step(erasure, reached),
      bulk_acts: async (transaction, erasure) => ({ rows: await blankBulkActs(transaction, erasure) }),
    });
  }

  /**
   * Ends a membership, and requests its erasure; a repeated call returns the erasure that it has.
   * @throws NotFound; Forbidden and NotAllowed as for the end of a membership
   */
  async request(caller: Tenant, id: string): Promise<Erasure> {
    const { organizationId } = caller;
    const { member, known } = await this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await erasureOf(transaction, id) : undefined;
      return {
        known: row && (await presentErasure(transaction, row)),
        member: isId(id) ? await findMember(transaction, id) : undefined,
      };
    });
    if (known) return known;
    if (!member) throw new NotFound('member');
    if (member.status === 'active') await this.members.revoke(caller, id);
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await requestErasure(transaction, {
        subjectType: 'member',
        subjectId: id,
        identifier: member.email,
        successorId: null,
        personalProperties: [],
      });
      await transaction.append('member.erasure_requested', id, { membership_id: id, erasure_id: row.id }, now);
      return presentErasure(transaction, row);
    });
  }

  /** A person who belongs to another organization, or runs the installation, keeps the account; it leaves this organization. */
  private async eraseAccount(
    transaction: TenantTransaction,
    { subjectId, facts }: RunningErasure,
  ): Promise<ErasedStep> {
    const member = await findMember(transaction, subjectId);
    const deleted = await deleteAddress(transaction, facts.identifier);
    if (!member) return { rows: deleted };
    const { user_id: userId } = member;
    const isElsewhere = await this.database.everyTenant((every) =>
      hasOtherMembership(every, userId, transaction.organizationId),
    );
    if (isElsewhere) {
      const rows = await leave(transaction, userId);
      return { rows: rows + deleted, retained: 1, reason: 'other_memberships' };
    }
    const rows = await this.database.everyTenant((every) => blankAccount(every, userId));
    this.sessions.evictAll();
    return { rows: rows + deleted };
  }
}
