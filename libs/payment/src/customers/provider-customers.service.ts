import { Injectable } from '@nestjs/common';
import { CommandBus, idOfName, Jobs, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers, readProviderLink } from '@tollgate/subscription/reader';
import { PaymentDatabase } from '../payment.database.js';
import { attachMethod } from '../methods/attached-methods.js';
import { readCustomerData } from '../methods/customer-data.js';
import { payerOf } from '../providers/customer-data.rules.js';
import type { CustomerData } from '../providers/ports/customers.js';
import type { ProviderMethod } from '../providers/ports/methods.js';
import type { SetupRequest } from '../providers/ports/pages.js';
import { PaymentProviders, type ConnectedProvider } from '../providers/payment-providers.js';
import { requestOnce } from '../providers/repeated-requests.rules.js';
import {
  connectionsByIds,
  connectionsOf,
  removeMethods,
  type ConnectionRow,
} from '../model/connections/provider-connections.repository.js';
import {
  beginCreation,
  deleteProviderCustomer,
  findProviderCustomer,
  lockProviderCustomer,
  putProviderCustomer,
  setDue,
  setProviderId,
  setSent,
  takePageDuty,
  type ProviderCustomerRow,
} from '../model/customers/provider-customers.repository.js';
import type { ProviderError } from '../model/payments/payments.tables.js';
import { dueInstructions } from '../model/paying-methods/due-instructions.js';
import { connectionNames, publishCreated, publishRefusal } from './customer-reports.js';
import { FundingInstructionsService } from './instructions/funding-instructions.service.js';
import { digestOf, linkChange, type NeededLink } from './link-changes.rules.js';

/** A link with its connection, and the present data of its customer. */
interface LoadedLink {
  row: ProviderCustomerRow;
  connection: ConnectionRow;
  data: CustomerData;
  payer: Pick<SetupRequest, 'email' | 'currency'>;
  /** Unix seconds of the last change. */
  version: number;
}

/**
 * Creates customers at their providers, sends changed data, and opens the page for the first method (webhooks, sections
 * 10.1 and 11.2). Each link stores its open needs, so a lost job loses nothing.
 */
@Injectable()
export class ProviderCustomersService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly commands: CommandBus,
    private readonly instructions: FundingInstructionsService,
  ) {}

  /**
   * Stores what a change of a customer means for its link, in the caller's transaction.
   * @returns whether the provider needs a call
   */
  async note(transaction: TenantTransaction, customerId: string, at: Instant): Promise<boolean> {
    // A message and a call may bring one change at once: the later one must not replace the link that the first has made.
    await lockProviderCustomer(transaction, customerId);
    const stored = await findProviderCustomer(transaction, customerId);
    const needed = await neededLink(transaction, customerId);
    if (needed === 'no_connection' || (!stored && !needed)) return false;
    const data = await readCustomerData(transaction, customerId);
    const change = linkChange(stored, needed, digestOf(data));
    if (stored && (change.kind === 'remove' || (change.kind === 'put' && change.replaces)))
      await removeMethods(transaction, stored.connection_id, { customerId }, at);
    if (change.kind === 'remove') await deleteProviderCustomer(transaction, customerId);
    if (change.kind === 'put' && needed)
      await putProviderCustomer(
        transaction,
        {
          customer_id: customerId,
          connection_id: needed.connectionId,
          provider_customer_id: change.providerCustomerId,
          method_types: needed.methodTypes,
          needs_page: true,
        },
        at,
      );
    if (change.kind !== 'refresh' || !needed || !stored) return change.kind === 'put';
    const { methodTypes } = needed;
    const isDue =
      change.isDue || (await dueInstructions(transaction, { ...stored, method_types: methodTypes })) !== null;
    await setDue(transaction, customerId, { is_due: isDue, method_types: methodTypes });
    return isDue;
  }

  async queue(organizationId: string, customerId: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, customer_id: customerId };
    await this.jobs.add('payment-customer', payload, { id: customerId });
  }

  /** Does what a link needs of its provider. Any part may run twice. @throws Error for an unknown outcome */
  async sync(organizationId: string, customerId: string, at: Instant): Promise<void> {
    const link = await this.database.tenant(organizationId, async (transaction) => {
      const loaded = await load(transaction, customerId);
      // Without its connection or customer, a link needs nothing.
      if (!loaded) await setDue(transaction, customerId, { is_due: false });
      return loaded;
    });
    if (!link) return;
    const connected = this.providers.at(link.connection);
    const isRefused = link.row.provider_customer_id === null && link.row.sent_digest === digestOf(link.data);
    const providerCustomerId = isRefused ? null : await this.ensureCustomer(link, connected, at);
    if (providerCustomerId !== null) {
      await this.ensureData(link, connected, providerCustomerId, at);
      await this.instructions.ensure(organizationId, customerId, link.connection, connected, at);
      if (link.row.needs_page) await this.openPage(link, connected, providerCustomerId, at);
    }
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await findProviderCustomer(transaction, customerId);
      // A change that came meanwhile is still due.
      if (row) {
        const digest = digestOf(await readCustomerData(transaction, customerId));
        const isDue = row.sent_digest !== digest || (await dueInstructions(transaction, row)) !== null;
        await setDue(transaction, customerId, { is_due: isDue });
      }
    });
  }

  /** @returns the customer's id at the provider; null when it was refused */
  private async ensureCustomer(
    { row, connection, data, version }: LoadedLink,
    { ports, account }: ConnectedProvider,
    at: Instant,
  ): Promise<string | null> {
    if (row.provider_customer_id !== null) return row.provider_customer_id;
    const { organization_id: organizationId, customer_id: customerId } = row;
    const key = `${customerId}-${version}-${digestOf(data).slice(0, 8)}`;
    const first = { data: { ...data }, key, requestedAt: Date.now() };
    const creation = await this.database.tenant(organizationId, (transaction) =>
      beginCreation(transaction, customerId, first),
    );
    const frozen = creation.data as unknown as CustomerData;
    const made = await requestOnce(creation.requestedAt, Date.now(), {
      find: () => ports.customers.findCustomer(account, customerId),
      request: () => ports.customers.createCustomer(account, frozen, creation.key),
    });
    if ('refused' in made) {
      await this.refuse(row, connection, digestOf(frozen), made.refused, at);
      return null;
    }
    await this.commands.send(
      'subscription',
      'customer.set_provider_id',
      {
        organization_id: organizationId,
        customer_id: customerId,
        payment_provider_code: connection.code,
        provider_customer_id: made.id,
      },
      idOfName(customerId, made.id),
    );
    await this.database.tenant(organizationId, async (transaction) => {
      if ((await setProviderId(transaction, row, made.id, digestOf(frozen))) && made.awaitsPayer !== true)
        await publishCreated(transaction, customerId, at);
    });
    return made.id;
  }

  /** Sends changed data. A customer that the provider knew before keeps its data there, and brings its method. */
  private async ensureData(
    { row, connection, data }: LoadedLink,
    { ports, account }: ConnectedProvider,
    providerCustomerId: string,
    at: Instant,
  ): Promise<void> {
    const { organization_id: organizationId, customer_id: customerId } = row;
    const digest = digestOf(data);
    const sent = await this.database.tenant(
      organizationId,
      async (transaction) => (await findProviderCustomer(transaction, customerId))?.sent_digest ?? null,
    );
    if (sent === digest) return;
    if (sent === null) {
      const method = await ports.methods.findDefaultMethod(account, providerCustomerId);
      if (method && 'refused' in method) return this.refuse(row, connection, digest, method.refused, at);
      await this.linked(row, providerCustomerId, method, digest, at);
      return;
    }
    const refusal = await ports.customers.updateCustomer(account, providerCustomerId, data);
    if (refusal) return this.refuse(row, connection, digest, refusal.refused, at);
    await this.database.tenant(organizationId, (transaction) => setSent(transaction, customerId, digest, null));
  }

  private async linked(
    row: ProviderCustomerRow,
    providerCustomerId: string,
    method: ProviderMethod | null,
    digest: string,
    at: Instant,
  ): Promise<void> {
    await this.database.tenant(row.organization_id, async (transaction) => {
      const attached = { connectionId: row.connection_id, providerCustomerId };
      if (method) {
        await attachMethod(transaction, row.customer_id, { ...attached, method }, at);
        await takePageDuty(transaction, row.customer_id);
      }
      await setSent(transaction, row.customer_id, digest, null);
    });
  }

  /** Opens the page where a new customer enters its first method; none is needed for other ways to pay. */
  private async openPage(
    { row, connection, data, payer }: LoadedLink,
    { ports, account }: ConnectedProvider,
    providerCustomerId: string,
    at: Instant,
  ): Promise<void> {
    const { organization_id: organizationId, customer_id: customerId, method_types: methodTypes } = row;
    const isDue = await this.database.tenant(
      organizationId,
      async (transaction) => (await findProviderCustomer(transaction, customerId))?.needs_page ?? false,
    );
    if (!isDue) return;
    const page = await ports.pages.openSetup(account, { customerId, providerCustomerId, ...payer, methodTypes, at });
    if (page && 'refused' in page) {
      await this.refuse(row, connection, digestOf(data), page.refused, at);
      await this.database.tenant(organizationId, (transaction) => takePageDuty(transaction, customerId));
      return;
    }
    await this.database.tenant(organizationId, async (transaction) => {
      if (!(await takePageDuty(transaction, customerId)) || page === null) return;
      const opened = { ...connectionNames(connection), customer_id: customerId, checkout_url: page.url };
      await transaction.append('customer.checkout_url_generated', customerId, opened, at);
    });
  }

  private async refuse(
    row: ProviderCustomerRow,
    connection: ConnectionRow,
    digest: string,
    error: ProviderError,
    at: Instant,
  ): Promise<void> {
    await this.database.tenant(row.organization_id, async (transaction) => {
      await setSent(transaction, row.customer_id, digest, error);
      await publishRefusal(transaction, row.customer_id, connection, error, at);
    });
  }
}

async function load(transaction: TenantTransaction, customerId: string): Promise<LoadedLink | null> {
  const row = await findProviderCustomer(transaction, customerId);
  const connection = row && (await connectionsByIds(transaction, [row.connection_id])).get(row.connection_id);
  const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
  if (!row || !connection || connection.deleted_at !== null || !customer) return null;
  const data = await readCustomerData(transaction, customerId, row.method_types);
  return {
    row,
    connection,
    data,
    payer: payerOf(customer),
    version: Math.floor(Date.parse(customer.updated_at) / 1000),
  };
}

/** The link that a customer has. One without its connection changes nothing here. */
async function neededLink(
  transaction: TenantTransaction,
  customerId: string,
): Promise<NeededLink | 'no_connection' | null> {
  const link = await readProviderLink(transaction, customerId);
  if (!link) return null;
  const [connection] = await connectionsOf(transaction, link.provider, link.code);
  if (!connection) return 'no_connection';
  const { providerCustomerId, methodTypes } = link;
  return { connectionId: connection.id, providerCustomerId, methodTypes };
}
