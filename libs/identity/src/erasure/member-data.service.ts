import { Injectable } from '@nestjs/common';
import { mostDisclosed, type MemberData } from '@tollgate/contracts';
import { isoSeconds, type Tenant } from '@tollgate/platform';
import { MembersService } from '../members/members.service.js';
import { SecurityLogsService } from '../security-logs/security-logs.service.js';

/** Discloses what is stored about a member (customers, section 17). */
@Injectable()
export class MemberDataService {
  constructor(
    private readonly members: MembersService,
    private readonly logs: SecurityLogsService,
  ) {}

  /** @throws NotFound */
  async read(caller: Tenant, id: string): Promise<MemberData> {
    const member = await this.members.read(caller, id);
    const { logs, isWhole } = await this.logs.ofPerson(caller.organizationId, member.email, mostDisclosed);
    return {
      created_at: isoSeconds(Date.now()),
      member,
      security_logs: logs,
      incomplete: isWhole ? [] : ['security_logs'],
      links: { activity_logs: `/api/v1/activity_logs?user_emails[]=${encodeURIComponent(member.email)}` },
    };
  }
}
