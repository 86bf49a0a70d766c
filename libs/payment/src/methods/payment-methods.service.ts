import { Injectable } from '@nestjs/common';
import type { Meta, PaymentMethod, PaymentMethodFilters, ProviderLink } from '@tollgate/contracts';
import { Clock, isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../payment.database.js';
import { PaymentProviders, type ConnectedProvider } from '../providers/payment-providers.js';
import { thirdPartyError, whileCallerWaits } from '../providers/provider-errors.js';
import { paymentProviders } from '../providers/registry.js';
import { publishNewDefault } from '../model/customers/new-default.js';
import {
  findConnection,
  findMethod,
  listMethods,
  lockMethods,
  makeDefault,
  type ConnectionRow,
  type PaymentMethodRow,
} from '../model/connections/provider-connections.repository.js';
import { tables } from '../model/payment.tables.js';
import { attachMethod } from './attached-methods.js';
import { readCustomerData } from './customer-data.js';
import { presentMethods } from './payment-method.presenter.js';

/**
 * Payment methods of customers; only providers create them (webhooks, section 14). A new default method charges pending
 * invoices again (webhooks, section 11.6).
 */
@Injectable()
export class PaymentMethodsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly providers: PaymentProviders,
  ) {}

  /** @throws NotFound */
  async list(
    organizationId: string,
    externalCustomerId: string,
    filters: PaymentMethodFilters,
  ): Promise<{ payment_methods: PaymentMethod[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await findExistingCustomer(transaction, externalCustomerId);
      const { rows, meta } = await listMethods(transaction, customer.id, filters);
      return { payment_methods: await presentMethods(transaction, rows), meta };
    });
  }

  /**
   * Makes a method the default, at the provider first: a default that differs there would come back with its events.
   * @throws NotFound: of the customer, else of the method; Unavailable when the provider does not answer
   */
  async setAsDefault(organizationId: string, externalCustomerId: string, id: string): Promise<PaymentMethod> {
    const now = await this.clock.now(organizationId);
    await this.atProvider(organizationId, externalCustomerId, id, ({ ports, account }, method) =>
      ports.methods.makeDefault(account, method.provider_customer_id, method.provider_method_id),
    );
    return this.change(organizationId, externalCustomerId, id, async (transaction, method) => {
      if (!method.is_default) await publishNewDefault(transaction, method.customer_id, now);
      await makeDefault(transaction, method);
      return { ...method, is_default: true };
    });
  }

  /** @throws NotFound: of the customer, else of the method; Unavailable when the provider does not answer */
  async remove(organizationId: string, externalCustomerId: string, id: string): Promise<PaymentMethod> {
    const now = await this.clock.now(organizationId);
    await this.atProvider(organizationId, externalCustomerId, id, ({ ports, account }, method) =>
      ports.methods.detachMethod(account, method.provider_customer_id, method.provider_method_id),
    );
    return this.change(organizationId, externalCustomerId, id, async (transaction, method) => {
      const deletion = { is_default: false, deleted_at: new Date(now) };
      await tables(transaction)
        .updateTable('payment.payment_methods')
        .set(deletion)
        .where('id', '=', method.id)
        .execute();
      return { ...method, ...deletion };
    });
  }

  /** Links a customer to a connected provider by a method, which becomes its default. @throws NotFound */
  async link(
    organizationId: string,
    externalCustomerId: string,
    { payment_provider_code: code, provider_method_id: methodId }: ProviderLink,
  ): Promise<PaymentMethod> {
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const customer = await findExistingCustomer(transaction, externalCustomerId);
      const connection = await findConnection(transaction, code);
      // Methods of other providers come from their own pages.
      if (!connection || !paymentProviders[connection.provider].isForTests) throw new NotFound('payment_provider');
      return { customer, connection };
    });
    return this.attach(organizationId, loaded.customer.id, loaded.connection, methodId);
  }

  /** Attaches a provider's method to a customer as its default; does not create a known method again. */
  async attach(
    organizationId: string,
    customerId: string,
    connection: ConnectionRow,
    methodId: string,
  ): Promise<PaymentMethod> {
    const now = await this.clock.now(organizationId);
    const { ports, account } = this.providers.at(connection);
    const data = await this.database.tenant(organizationId, (transaction) => readCustomerData(transaction, customerId));
    const made = await ports.customers.createCustomer(account, data, customerId);
    if ('refused' in made) throw thirdPartyError(connection.provider, made.refused);
    const details = await ports.methods.describeMethod(account, methodId);
    const reported = {
      connectionId: connection.id,
      providerCustomerId: made.id,
      method: { id: methodId, details, mandateId: null },
    };
    return this.database.tenant(organizationId, async (transaction) => {
      const method = await attachMethod(transaction, customerId, reported, now);
      const [presented] = await presentMethods(transaction, [method]);
      return presented as PaymentMethod;
    });
  }

  /** Makes a change at the provider of a method, outside of transactions; a removed connection needs none. */
  private async atProvider(
    organizationId: string,
    externalCustomerId: string,
    id: string,
    call: (connected: ConnectedProvider, method: PaymentMethodRow) => Promise<void>,
  ): Promise<void> {
    const linked = await this.database.tenant(organizationId, async (transaction) => {
      const customer = await findExistingCustomer(transaction, externalCustomerId);
      return isId(id) ? findMethod(transaction, customer.id, id) : undefined;
    });
    if (!linked) throw new NotFound('payment_method');
    const { connection, method } = linked;
    if (connection.deleted_at !== null) return;
    await whileCallerWaits(connection.provider, () => call(this.providers.at(connection), method));
  }

  private async change(
    organizationId: string,
    externalCustomerId: string,
    id: string,
    work: (transaction: TenantTransaction, method: PaymentMethodRow) => Promise<PaymentMethodRow>,
  ): Promise<PaymentMethod> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await findExistingCustomer(transaction, externalCustomerId);
      await lockMethods(transaction, customer.id);
      const linked = isId(id) ? await findMethod(transaction, customer.id, id) : undefined;
      if (!linked) throw new NotFound('payment_method');
      const [presented] = await presentMethods(transaction, [await work(transaction, linked.method)]);
      return presented as PaymentMethod;
    });
  }
}

/** @throws NotFound */
async function findExistingCustomer(transaction: TenantTransaction, externalId: string): Promise<CustomerView> {
  const customer = await findCustomerView(transaction, externalId);
  if (!customer) throw new NotFound('customer');
  return customer;
}
