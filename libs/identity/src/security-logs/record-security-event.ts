import type { Actor, SecurityEventName } from '@tollgate/contracts';
import { currentContext, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { insertSecurityLog } from './security-logs.repository.js';

/** What happened that concerns the security of an organization. */
export interface SecurityEvent {
  event: SecurityEventName;
  /** What it is about, as customers, section 15.3 lists it by event. Never a secret: of a key only its ending. */
  resources: Record<string, unknown>;
  /** Who did it; absent: who makes the call under way. */
  by?: Pick<Actor, 'api_key_id' | 'user_id' | 'user_email'> | undefined;
  /** From where it was done, such as `{ ip_address, user_agent }`. */
  device?: Record<string, unknown>;
}

/**
 * Writes an entry of the security log of the transaction's organization, in the transaction of the change that it is about:
 * what is rolled back leaves none (customers, section 15.3).
 * @param at when it happened, by the organization's clock
 */
export async function recordSecurityEvent(
  transaction: TenantTransaction,
  { event, resources, by, device = {} }: SecurityEvent,
  at: Instant,
): Promise<void> {
  const actor = by ?? currentContext()?.actor;
  await insertSecurityLog(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    log_type: event.split('.')[0] as string,
    log_event: event,
    api_key_id: actor?.api_key_id ?? null,
    user_id: actor?.user_id ?? null,
    user_email: actor?.user_email ?? null,
    resources: JSON.stringify(resources),
    device_info: JSON.stringify(device),
    logged_at: new Date(at),
  });
}
