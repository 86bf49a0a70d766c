import { Injectable } from '@nestjs/common';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import {
  connectionsByIds,
  removeMethods,
  type ConnectionRow,
} from '../model/connections/provider-connections.repository.js';
import {
  findDueRemoval,
  hasMoneyUnderWay,
  requestRemoval,
  setRefusedRemoval,
} from '../model/customers/customer-removals.repository.js';
import { deleteProviderCustomer, type ProviderCustomerRow } from '../model/customers/provider-customers.repository.js';
import { publishRefusal } from './customer-reports.js';

const day = 24 * 3600 * 1000;
/** Late payments, refunds and disputes of a deleted customer need it at its provider for so long. */
const retentionMs = 30 * day;

/**
 * Notes that our customer is deleted, in the caller's transaction: the provider removes it a month later. A customer
 * that was linked belongs to the organization and stays there. @param now Unix ms, of the wall clock
 */
export async function noteDeletion(transaction: TenantTransaction, customerId: string, now: Instant): Promise<void> {
  await requestRemoval(transaction, customerId, new Date(now + retentionMs));
}

/** Removes deleted customers at their providers, as the protection of personal data requires. */
@Injectable()
export class CustomerRemovals {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
  ) {}

  /**
   * Removes a customer at its provider when that is due, and else does nothing. While a payment or a refund is under way,
   * the removal waits for another day. A refusal is final, and published.
   * @param at the organization's time @returns whether the removal was due @throws Error for an unknown outcome
   */
  async run(organizationId: string, customerId: string, at: Instant): Promise<boolean> {
    const due = await this.database.tenant(organizationId, (transaction) => findDueRemoval(transaction, customerId));
    if (!due) return false;
    const { connection, isBusy } = await this.database.tenant(organizationId, async (transaction) => ({
      connection: (await connectionsByIds(transaction, [due.connection_id])).get(due.connection_id),
      isBusy: await hasMoneyUnderWay(transaction, customerId),
    }));
    if (isBusy && connection?.deleted_at === null) {
      await this.database.tenant(organizationId, (transaction) =>
        requestRemoval(transaction, customerId, new Date(Date.now() + day)),
      );
      return true;
    }
    // Without its connection, no call reaches the customer there any more.
    const refused = connection?.deleted_at === null ? await this.removeAt(connection, due) : null;
    await this.database.tenant(organizationId, async (transaction) => {
      if (refused && connection) {
        await setRefusedRemoval(transaction, customerId, refused.refused);
        return publishRefusal(transaction, customerId, connection, refused.refused, at);
      }
      await removeMethods(transaction, due.connection_id, { customerId }, at);
      return deleteProviderCustomer(transaction, customerId);
    });
    return true;
  }

  /** A creation whose answer was lost is looked up by our id. */
  private async removeAt(connection: ConnectionRow, row: ProviderCustomerRow) {
    const { ports, account } = this.providers.at(connection);
    const id = row.provider_customer_id ?? (await ports.customers.findCustomer(account, row.customer_id))?.id;
    return id === undefined ? null : ports.customers.deleteCustomer(account, id);
  }
}
