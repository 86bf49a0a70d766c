import { Injectable } from '@nestjs/common';
import { isId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../payment.database.js';
import { attachMethod } from '../methods/attached-methods.js';
import type { ProviderEvent } from '../providers/ports/meanings.js';
import type { ProviderMethod } from '../providers/ports/methods.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { lockMethods, newestMethod, type ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { findProviderCustomer, type ProviderCustomerRow } from '../model/customers/provider-customers.repository.js';
import { publishCreated, publishRefusal } from './customer-reports.js';

/** Customers that exist at their provider only when their payer has agreed on a page (webhooks, section 12). */
@Injectable()
export class AuthorizedCustomers {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
  ) {}

  /**
   * Applies that a payer agreed on the page of a customer, or was refused there. The first agreement reports that the
   * customer exists. One that is linked no more, or elsewhere, is left alone. @param at the organization's time, Unix ms
   */
  async apply(
    connection: ConnectionRow,
    { customerId, method, error }: ProviderEvent<'customer_authorized'>,
    at: Instant,
  ): Promise<'unknown_customer' | null> {
    const { organization_id: organizationId, id: connectionId } = connection;
    const { link, isKnown } = await this.database.tenant(organizationId, (transaction) =>
      readLink(transaction, customerId),
    );
    if (!isKnown) return 'unknown_customer';
    const providerCustomerId = link?.provider_customer_id ?? null;
    if (link?.connection_id !== connectionId || providerCustomerId === null) return null;
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
    return null;
  }

  /** The newest method that the provider stores. */
  private async storedMethod(connection: ConnectionRow, customerId: string): Promise<ProviderMethod | null> {
    const { ports, account } = this.providers.at(connection);
    const stored = await ports.methods.findDefaultMethod(account, customerId);
    return stored && !('refused' in stored) ? stored : null;
  }
}

/** The link of a customer, and whether there is such a customer at all. */
async function readLink(
  transaction: TenantTransaction,
  customerId: string,
): Promise<{ link?: ProviderCustomerRow; isKnown: boolean }> {
  if (!isId(customerId)) return { isKnown: false };
  const link = await findProviderCustomer(transaction, customerId);
  if (link) return { link, isKnown: true };
  return { isKnown: (await readEmbeddedCustomers(transaction, [customerId])).has(customerId) };
}
