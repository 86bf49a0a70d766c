import { Injectable } from '@nestjs/common';
import type { Meta, PaymentMethod, PaymentMethodFilters } from '@tollgate/contracts';
import { metaOf, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../payment.database.js';

/**
 * Payment methods of customers. Only providers make them, and no customer is linked to a provider while none can be
 * connected: nobody has one (webhooks, section 14).
 */
@Injectable()
export class PaymentMethodsService {
  constructor(private readonly database: PaymentDatabase) {}

  /** @throws NotFound */
  async list(
    organizationId: string,
    externalCustomerId: string,
    filters: PaymentMethodFilters,
  ): Promise<{ payment_methods: PaymentMethod[]; meta: Meta }> {
    await this.demandCustomer(organizationId, externalCustomerId);
    return { payment_methods: [], meta: metaOf(filters, 0) };
  }

  /** @throws NotFound: of the customer, else of the method */
  async find(organizationId: string, externalCustomerId: string): Promise<never> {
    await this.demandCustomer(organizationId, externalCustomerId);
    throw new NotFound('payment_method');
  }

  /** @throws NotFound, ValidationFailed: no provider has a page for the customer */
  async checkoutUrl(organizationId: string, externalCustomerId: string): Promise<never> {
    await this.demandCustomer(organizationId, externalCustomerId);
    throw new ValidationFailed({ base: ['no_linked_payment_provider'] });
  }

  private async demandCustomer(organizationId: string, externalId: string): Promise<void> {
    const find = (transaction: TenantTransaction) => findCustomerView(transaction, externalId);
    if (!(await this.database.tenant(organizationId, find))) throw new NotFound('customer');
  }
}
