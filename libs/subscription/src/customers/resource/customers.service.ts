import { Injectable } from '@nestjs/common';
import {
  isBlank,
  subscriptionRoutes,
  type Customer,
  type CustomerFilters,
  type Meta,
  type RawInput,
  type SingleCustomer,
} from '@tollgate/contracts';
import { findBillingEntity, findDefaultBillingEntity, type BillingEntityView } from '@tollgate/catalog/reader';
import {
  Clock,
  CommandBus,
  Logger,
  NotFound,
  ValidationFailed,
  type Rights,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import type { Updateable } from 'kysely';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { changeTimezone, endSubscriptionsOfCustomer } from '../../lifecycle/customer-changes.js';
import { PaymentMethods, type FoundConnection } from '../../model/agreement/payment-methods.js';
import { selectSections } from '../../model/custom-sections/selected-sections.js';
import { changesOf, newCustomer } from './customer-columns.js';
import { readCustomer, readMetadata, runSpecialChecks, type CustomerChanges } from './customer-input.js';
import { presentCustomer, presentCustomers } from './customer.presenter.js';
import { withSubscriptions } from './expanded-customers.js';
import { replaceIntegrationCustomers } from './integration-customers.js';
import { replaceMetadata } from './customer-metadata.js';
import { isLinkRequested, methodTypesError } from './provider-link.rules.js';
import { writeTaxes } from './customer-taxes.js';
import { hasMoved, taxErrorCode } from './tax-errors.rules.js';
import { clearCustomerError } from '../../model/customers/customer-errors.repository.js';
import { listCustomers } from '../../model/customers/customers-list.repository.js';
import {
  findCustomer,
  insertCustomer,
  deleteCustomer,
  lockCustomer,
  updateCustomer,
  type CustomerRow,
} from '../../model/customers/customers.repository.js';
import { deletePortalPeople } from '../../model/customers/portal-people.repository.js';
import { hasSubscription } from '../../model/subscriptions/subscriptions.repository.js';
import type { CustomersTable } from '../../model/customers/customers.tables.js';

/** Customers (customers, section 2). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /**
   * Creates the customer with this external id, or changes the submitted fields of the existing one. If the
   * organization lacks the requested payment provider, the customer is stored without a link and the call fails.
   * @param raw the body before validation: the issuer is looked up first
   * @throws NotFound, ValidationFailed
   */
  async upsert(organizationId: string, raw: Record<string, unknown>): Promise<SingleCustomer> {
    const now = await this.clock.now(organizationId);
    const { customer, billing, connection } = await this.database.tenant(organizationId, (transaction) =>
      upsertCustomer(transaction, raw, this.paymentMethods, now),
    );
    if (isLinkRequested(billing)) {
      if (typeof connection === 'string') throw new ValidationFailed({ base: [connection] });
      if (billing.sync === true) await this.syncNow(customer);
    }
    // A separate transaction, because other new customers of the organization wait for their ranks until it ends.
    return this.database.tenant(organizationId, async (transaction) =>
      presentCustomer(transaction, (await findCustomer(transaction, customer.external_id)) ?? customer),
    );
  }

  /** Creates a customer at its provider before the answer; otherwise the message of the change does it. */
  private async syncNow({ organization_id, id }: CustomerRow): Promise<void> {
    const request = { organization_id, customer_id: id };
    await this.commands.send('payment', 'customer.sync_with_provider', request).catch((error: unknown) =>
      this.logger.warn('a customer is not updated yet; its message repeats it', {
        organization_id,
        customer_id: id,
        error,
      }),
    );
  }

  /** @throws NotFound if a named issuer is unknown */
  /** @param may decides whether it shows the subscriptions that the filters request */
  async list(
    organizationId: string,
    filters: CustomerFilters,
    may: Rights,
  ): Promise<{ customers: Customer[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const entityIds = await issuerIdsFor(transaction, filters.billing_entity_codes);
      const { rows, meta } = await listCustomers(transaction, filters, entityIds);
      if (!filters.expand?.includes('subscriptions'))
        return { customers: await presentCustomers(transaction, rows), meta };
      if (may(subscriptionRoutes.list)) return { customers: await withSubscriptions(transaction, rows), meta };
      const customers = await presentCustomers(transaction, rows);
      return { customers: customers.map((customer) => ({ ...customer, subscriptions: null })), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, externalId: string): Promise<SingleCustomer> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentCustomer(transaction, await existingCustomer(transaction, externalId)),
    );
  }

  /** Deletes a customer: active subscriptions end now with their invoices, pending ones are canceled. @throws NotFound */
  async remove(organizationId: string, externalId: string): Promise<SingleCustomer> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await existingCustomer(transaction, externalId);
      await endSubscriptionsOfCustomer(transaction, customer, now);
      // One of several concurrent deletions succeeds; the others get NotFound.
      const deleted = await deleteCustomer(transaction, customer.id, new Date(now));
      if (!deleted) throw new NotFound('customer');
      await deletePortalPeople(transaction, customer.id);
      await transaction.append('customer.deleted', customer.id, { customer_id: customer.id }, now);
      return presentCustomer(transaction, deleted);
    });
  }
}

/** Creates or changes a customer, with or without a link to a payment provider. @throws NotFound, ValidationFailed */
export async function upsertCustomer(
  transaction: TenantTransaction,
  raw: RawInput,
  paymentMethods: PaymentMethods,
  now: Instant,
): Promise<{ customer: CustomerRow; billing: CustomerChanges['billing']; connection: FoundConnection }> {
  const entity = await issuerFor(transaction, codeIn(raw));
  runSpecialChecks(raw);
  const read = readCustomer(raw);
  const { billing } = read;
  const error = methodTypesError(billing.provider_payment_methods);
  if (error !== null) throw new ValidationFailed({ provider_payment_methods: [error] });
  const connection = isLinkRequested(billing)
    ? await paymentMethods.findConnection(
        transaction,
        billing.payment_provider ?? '',
        isBlank(billing.payment_provider_code) ? null : (billing.payment_provider_code ?? null),
      )
    : 'payment_provider_not_found';
  return { customer: await write(transaction, read, entity, connection, now), billing, connection };
}

async function write(
  transaction: TenantTransaction,
  parsed: CustomerChanges,
  entity: BillingEntityView,
  connection: FoundConnection,
  now: Instant,
): Promise<CustomerRow> {
  const { input, sections } = parsed;
  await lockCustomer(transaction, input.external_id);
  const stored = await findCustomer(transaction, input.external_id);
  const changes = changesOf(parsed, stored, connection);
  const customer = stored
    ? await change(transaction, stored, changes, input.billing_entity_code ? entity : null, now)
    : await insertCustomer(transaction, await newCustomer(transaction, input.external_id, entity, now, changes));
  if (stored && hasMoved(stored, customer)) await clearCustomerError(transaction, customer.id, taxErrorCode);
  await writeTaxes(transaction, { input, stored, customer }, now);
  if (sections.codes) await selectSections(transaction, customer.id, sections.codes, now);
  if (input.metadata) await replaceMetadata(transaction, customer, readMetadata(input.metadata), new Date(now));
  if (parsed.integrations) await replaceIntegrationCustomers(transaction, customer, parsed.integrations, new Date(now));
  const type = stored ? 'customer.updated' : 'customer.created';
  await transaction.append(type, customer.id, { customer_id: customer.id }, now);
  return customer;
}

/** The account type is fixed once the customer has a resource (customers, section 2.6). */
async function change(
  transaction: TenantTransaction,
  stored: CustomerRow,
  { account_type: accountType, ...changes }: Updateable<CustomersTable>,
  entity: BillingEntityView | null,
  now: Instant,
): Promise<CustomerRow> {
  const isEditable =
    accountType !== undefined &&
    !(stored.attached ?? stored.currency !== null) &&
    !(await hasSubscription(transaction, stored.id));
  const changed = {
    ...changes,
    ...(isEditable ? { account_type: accountType } : {}),
    ...(entity ? { billing_entity_id: entity.id } : {}),
    updated_at: new Date(now),
  };
  return changeTimezone(transaction, stored, () => updateCustomer(transaction, stored.id, changed), now);
}

function codeIn({ billing_entity_code: code }: Record<string, unknown>): string | null {
  return typeof code === 'string' && code !== '' ? code : typeof code === 'number' ? String(code) : null;
}

export async function existingCustomer(transaction: TenantTransaction, externalId: string): Promise<CustomerRow> {
  const customer = await findCustomer(transaction, externalId);
  if (!customer) throw new NotFound('customer');
  return customer;
}

/** The issuer with a code, or the default one. @throws NotFound `billing_entity_not_found` */
async function issuerFor(transaction: TenantTransaction, code: string | null): Promise<BillingEntityView> {
  const entity =
    code === null ? await findDefaultBillingEntity(transaction) : await findBillingEntity(transaction, code);
  if (!entity) throw new NotFound('billing_entity');
  return entity;
}

/** Ids of the issuers that a list names, null for all. @throws NotFound `billing_entity_not_found` */
export async function issuerIdsFor(
  transaction: TenantTransaction,
  codes: string[] | undefined,
): Promise<string[] | null> {
  if (!codes?.length) return null;
  return (await Promise.all(codes.map((code) => issuerFor(transaction, code)))).map(({ id }) => id);
}

/** Finds the customer with an external id, or creates it (subscriptions, section 3). */
export async function findOrCreateCustomer(
  transaction: TenantTransaction,
  externalId: string,
  billingEntity: BillingEntityView | null,
  now: Instant,
): Promise<CustomerRow> {
  const stored = await findCustomer(transaction, externalId);
  if (stored) return stored;
  await lockCustomer(transaction, externalId);
  const made = await findCustomer(transaction, externalId);
  if (made) return made;
  const entity = billingEntity ?? (await issuerFor(transaction, null));
  return insertCustomer(transaction, await newCustomer(transaction, externalId, entity, now, {}));
}
