import { Injectable } from '@nestjs/common';
import type { Meta, PaymentProvider, PaymentProviderCreate } from '@tollgate/contracts';
import { readOrganization } from '@tollgate/identity/reader';
import {
  brokenUniqueIndex,
  Clock,
  Forbidden,
  isoSeconds,
  newId,
  NotFound,
  ValidationFailed,
  type Page,
} from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import {
  findConnection,
  listConnections,
  removeConnection,
  type ConnectionRow,
} from '../model/repositories/provider-connections.repository.js';
import { tables } from '../model/tables/payment.tables.js';

/** Connections to payment providers (webhooks, section 10). */
@Injectable()
export class PaymentProvidersService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Connects a provider. The sandbox provider moves no money, so only a sandbox organization may have it.
   * @throws Forbidden, ValidationFailed
   */
  async create(organizationId: string, { provider, code, name }: PaymentProviderCreate): Promise<PaymentProvider> {
    const now = await this.clock.now(organizationId);
    try {
      return await this.database.tenant(organizationId, async (transaction) => {
        const { sandbox } = await readOrganization(transaction);
        if (!sandbox) throw new Forbidden('feature_unavailable');
        const row: ConnectionRow = {
          id: newId(),
          organization_id: organizationId,
          provider,
          code,
          name,
          created_at: new Date(now),
          deleted_at: null,
        };
        await tables(transaction).insertInto('payment.provider_connections').values(row).execute();
        return present(row);
      });
    } catch (error) {
      if (brokenUniqueIndex(error) === 'provider_connections_code')
        throw new ValidationFailed({ code: ['value_already_exist'] });
      throw error;
    }
  }

  async list(organizationId: string, page: Page): Promise<{ payment_providers: PaymentProvider[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listConnections(transaction, page);
      return { payment_providers: rows.map(present), meta };
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, code: string): Promise<PaymentProvider> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const connection = await findConnection(transaction, code);
      if (!connection || !(await removeConnection(transaction, connection.id, now)))
        throw new NotFound('payment_provider');
      return present(connection);
    });
  }
}

const present = (row: ConnectionRow): PaymentProvider => ({
  svc_id: row.id,
  provider: row.provider,
  code: row.code,
  name: row.name,
  created_at: isoSeconds(row.created_at),
});
