import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock, Erasures, type ErasedStep, type RunningErasure, type TenantTransaction } from '@tollgate/platform';
import { endSubscriptionsOfCustomer } from '../../lifecycle/customer-changes.js';
import { deleteCustomer } from '../../model/customers/customers.repository.js';
import { deletePortalPeople } from '../../model/customers/portal-people.repository.js';
import { deletePortalSessions } from '../../model/customers/portal-sessions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import {
  blankProfile,
  blankSubscriptions,
  deleteMessageContents,
  lockCustomerById,
} from './erased-customers.repository.js';

/** Erases customers and their subscriptions (customers, section 17). */
@Injectable()
export class CustomerErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('subscription', this.database, {
      profile: (transaction, erasure) => this.eraseProfile(transaction, erasure),
      subscriptions: async (transaction, erasure) => ({ rows: await blankSubscriptions(transaction, erasure) }),
      messages: async (transaction, erasure) => {
        const rows = await deleteMessageContents(transaction, erasure);
        return rows === null ? null : { rows };
      },
    });
  }

  /**
   * Deletes the customer if it is live, and blanks it in the same transaction. So the messages of this deletion, and
   * later ones, find no data of it.
   */
  private async eraseProfile(
    transaction: TenantTransaction,
    { organizationId, subjectId: customerId }: RunningErasure,
  ): Promise<ErasedStep> {
    const customer = await lockCustomerById(transaction, customerId);
    if (!customer) return { rows: 0 };
    if (customer.deleted_at === null) {
      const now = await this.clock.now(organizationId);
      await endSubscriptionsOfCustomer(transaction, customer, now);
      await deleteCustomer(transaction, customerId, new Date(now));
      await transaction.append('customer.deleted', customerId, { customer_id: customerId }, now);
    }
    // The address of a way back may name the customer.
    const sessions = await deletePortalSessions(transaction, customerId);
    const people = await deletePortalPeople(transaction, customerId);
    return { rows: sessions + people + (await blankProfile(transaction, customer)) };
  }
}
