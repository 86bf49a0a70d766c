import { Injectable } from '@nestjs/common';
import type { SecurityEventName } from '@tollgate/contracts';
import { Clock, type Tenant, type TenantTransaction } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import { Sessions } from './sessions.reader.js';

/** Changes of the permissions of members (customers, section 14). */
@Injectable()
export class PermissionChanges {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** Makes the changes of an organization one after another; clears the session cache after each. */
  async make<T>({ organizationId }: Tenant, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    const result = await this.database.serially(organizationId, work);
    this.sessions.evictAll();
    return result;
  }

  /** Records a change in the security log of its organization. */
  async record(
    transaction: TenantTransaction,
    event: SecurityEventName,
    resources: Record<string, unknown>,
  ): Promise<void> {
    const at = await this.clock.now(transaction.organizationId);
    await recordSecurityEvent(transaction, { event, resources }, at);
  }
}
