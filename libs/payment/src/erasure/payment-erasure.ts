import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  Erasures,
  deleteAnswers,
  type ErasedStep,
  type RunningErasure,
  type TenantTransaction,
} from '@tollgate/platform';
import { ProviderCustomersService } from '../customers/provider-customers.service.js';
import { requestRemoval } from '../model/customers/customer-removals.repository.js';
import { findProviderCustomer } from '../model/customers/provider-customers.repository.js';
import { PaymentDatabase } from '../payment.database.js';
import {
  blankLink,
  blankMethods,
  blankPayments,
  deleteProviderEvents,
  isOfDeletion,
  isRemovalPending,
} from './erased-payments.repository.js';

/** Erases what payments, payment methods and providers know of a customer (customers, section 17). */
@Injectable()
export class PaymentErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly customers: ProviderCustomersService,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('payment', this.database, {
      payment_methods: async (transaction, erasure) => ({ rows: await blankMethods(transaction, erasure) }),
      payments: async (transaction, erasure) => ({
        rows:
          (await blankPayments(transaction, erasure)) +
          (await deleteAnswers(transaction, this.database.schema, [erasure.subjectId])),
      }),
      provider_events: (transaction, erasure) => deleteProviderEvents(transaction, erasure),
      provider_copy: (transaction, erasure, reached) => this.removeCopy(transaction, erasure, reached),
    });
  }

  /**
   * Has the provider remove its copy at once, instead of a month after the deletion, and waits for its answer. A customer
   * that the organization linked belongs to it; we only forget what we know of it.
   */
  private async removeCopy(
    transaction: TenantTransaction,
    { organizationId, subjectId: customerId }: RunningErasure,
    reached: string | null,
  ): Promise<ErasedStep | null> {
    const link = await findProviderCustomer(transaction, customerId);
    if (!link) return { rows: reached === null ? 0 : 1 };
    if (!link.is_ours && link.creation === null) {
      await blankLink(transaction, customerId);
      return { rows: 0, retained: 1, reason: 'linked_customer' };
    }
    if (reached === null) {
      await requestRemoval(transaction, customerId, new Date());
      return { rows: 0, next: 'requested' };
    }
    if (isRemovalPending(link)) {
      // The message of the deletion may come later, and give the removal a month.
      if (isOfDeletion(link)) await requestRemoval(transaction, customerId, new Date());
      await this.customers.queue(organizationId, customerId);
      return null;
    }
    await blankLink(transaction, customerId);
    return { rows: 0, retained: 1, reason: 'refused_by_provider' };
  }
}
