import type { Actor, SecurityEventName } from '@tollgate/contracts';
import { currentContext, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { insertSecurityLog } from './security-logs.repository.js';

/** An event that concerns the security of an organization. */
export interface SecurityEvent {
  event: SecurityEventName;
  /** The subject, as customers, section 15.3 lists it by event. Never a secret: of a key only its ending. */
  resources: Record<string, unknown>;
  /** The actor; absent for the caller of the current call. */
  by?: Pick<Actor, 'api_key_id' | 'user_id' | 'user_email'> | undefined;
  /** The device of the actor, such as `{ ip_address, user_agent }`. */
  device?: Record<string, unknown>;
}

/**
 * Writes an entry of the organization's security log in the transaction of the change, so that a rollback leaves no
 * entry (customers, section 15.3).
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
