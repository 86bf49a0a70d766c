import { Injectable } from '@nestjs/common';
import type { SecurityEventName } from '@tollgate/contracts';
import { Clock, Logger } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import type { Origin } from './origin.js';
import { membershipsOf } from './sessions.repository.js';

/** Records a person's changes of its own account in the security logs of its organizations. */
@Injectable()
export class PersonalEvents {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Writes an entry for each organization. A failure is logged and does not affect the others. Never throws. */
  async record(
    { id, email }: { id: string; email: string },
    event: SecurityEventName,
    origin: Origin | null,
  ): Promise<void> {
    const by = { api_key_id: null, user_id: id, user_email: email };
    const device = origin ? { ip_address: origin.ipAddress, user_agent: origin.userAgent } : {};
    for (const organizationId of await this.organizationsOf(id, event)) {
      try {
        const at = await this.clock.now(organizationId);
        await this.database.tenant(organizationId, (transaction) =>
          recordSecurityEvent(transaction, { event, resources: {}, by, device }, at),
        );
      } catch (error) {
        this.logger.warn('a security event was not recorded', { organization_id: organizationId, event, error });
      }
    }
  }

  private async organizationsOf(userId: string, event: SecurityEventName): Promise<string[]> {
    try {
      const rows = await this.database.everyTenant((transaction) => membershipsOf(transaction, userId, null));
      return rows.map((row) => row.organization_id);
    } catch (error) {
      this.logger.warn('a security event was not recorded', { event, error });
      return [];
    }
  }
}
