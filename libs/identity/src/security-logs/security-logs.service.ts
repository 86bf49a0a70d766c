import { Injectable } from '@nestjs/common';
import type { Message, Meta, SecurityEventName, SecurityLog, SecurityLogFilters } from '@tollgate/contracts';
import { isId, isoSeconds, NotFound } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { recordSecurityEvent } from './record-security-event.js';
import {
  findSecurityLog,
  listSecurityLogs,
  securityLogsOfPerson,
  type SecurityLogRow,
} from './security-logs.repository.js';

/** Messages of other services that become entries of the security log. */
export const securityMessages = [
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'billing_entity.created',
  'billing_entity.updated',
  'export.created',
  'payment_provider.created',
  'payment_provider.updated',
  'payment_provider.deleted',
  'tax_provider.created',
  'tax_provider.updated',
  'tax_provider.deleted',
  'accounting_provider.created',
  'accounting_provider.updated',
  'accounting_provider.deleted',
] as const;
type SecurityMessage = Message<(typeof securityMessages)[number]>;

/** The security log of organizations (customers, section 15.3). */
@Injectable()
export class SecurityLogsService {
  constructor(private readonly database: IdentityDatabase) {}

  async list(
    organizationId: string,
    filters: SecurityLogFilters,
  ): Promise<{ security_logs: SecurityLog[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listSecurityLogs(transaction, filters),
    );
    return { security_logs: rows.map(present), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<SecurityLog> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findSecurityLog(transaction, id))
      : undefined;
    if (!row) throw new NotFound('security_log');
    return present(row);
  }

  /** The entries of a person, the latest first. @returns whether these are all */
  async ofPerson(
    organizationId: string,
    email: string,
    limit: number,
  ): Promise<{ logs: SecurityLog[]; isWhole: boolean }> {
    const rows = await this.database.tenant(organizationId, (transaction) =>
      securityLogsOfPerson(transaction, email, limit + 1),
    );
    return { logs: rows.slice(0, limit).map(present), isWhole: rows.length <= limit };
  }

  /** Writes the entry of another service's message. */
  async record(message: SecurityMessage): Promise<void> {
    const { type, payload, actor: by } = message;
    const event = eventOf(type);
    const { resources = {} } = payload;
    await this.database.handleOnce(message, (transaction) =>
      recordSecurityEvent(transaction, { event, resources, by }, Date.parse(message.occurred_at)),
    );
  }
}

/** Connections to payment, tax and accounting systems are integrations in this log (customers, section 15.3). */
const eventOf = (type: SecurityMessage['type']): SecurityEventName =>
  type.replace(/^(payment|tax|accounting)_provider\./, 'integration.') as SecurityEventName;

const present = (row: SecurityLogRow): SecurityLog => ({
  log_id: row.id,
  log_type: row.log_type,
  log_event: row.log_event,
  user_email: row.user_email,
  logged_at: isoSeconds(row.logged_at),
  created_at: isoSeconds(row.created_at),
  resources: row.resources,
  device_info: row.device_info,
});
