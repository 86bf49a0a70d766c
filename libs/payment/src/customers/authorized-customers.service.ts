import { Injectable } from '@nestjs/common';
import { isId, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { attachMethod } from '../methods/attached-methods.js';
import type { ProviderEvent, ProviderMethod } from '../providers/payment-provider.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import {
  lockMethods,
  newestMethod,
  type ConnectionRow,
} from '../model/repositories/provider-connections.repository.js';
import { findProviderCustomer } from '../model/repositories/provider-customers.repository.js';
import { publishCreated, publishRefusal } from './customer-reports.js';

type Authorization = Extract<ProviderEvent, { kind: 'customer_authorized' }>;

/** Customers that exist at their provider only when their payer has agreed on a page (webhooks, section 12). */
@Injectable()
export class AuthorizedCustomers {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
  ) {}

  /**
   * Applies that a payer agreed on the page of a customer, or was refused there. The first agreement reports that the
   * customer exists. @param at the organization's time, Unix ms
   */
  async apply(connection: ConnectionRow, { customerId, method, error }: Authorization, at: Instant): Promise<void> {
    const { organization_id: organizationId, id: connectionId } = connection;
    const link = isId(customerId)
      ? await this.database.tenant(organizationId, (transaction) => findProviderCustomer(transaction, customerId))
      : undefined;
    const providerCustomerId = link?.provider_customer_id ?? null;
    if (link?.connection_id !== connectionId || providerCustomerId === null) return;
    const attached = error ? null : await this.storedMethod(connection, providerCustomerId);
    // No signature covers the method in an event. It only says that the provider will list one: the job tries again.
    if (!error && !attached && method) throw new Error('the provider does not list the method of an event yet');
    await this.database.tenant(organizationId, async (transaction) => {
      if (error) return publishRefusal(transaction, customerId, connection, error, at);
      await lockMethods(transaction, customerId);
      if (!(await newestMethod(transaction, customerId))) await publishCreated(transaction, customerId, at);
      if (!attached) return undefined;
      await attachMethod(transaction, customerId, { connectionId, providerCustomerId, method: attached }, at);
      return undefined;
    });
  }

  /** The newest method that the provider stores. */
  private async storedMethod(connection: ConnectionRow, customerId: string): Promise<ProviderMethod | null> {
    const { provider, account } = this.providers.at(connection);
    const stored = await provider.findDefaultMethod(account, customerId);
    return stored && !('refused' in stored) ? stored : null;
  }
}
