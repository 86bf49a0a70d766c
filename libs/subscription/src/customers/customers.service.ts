import { Injectable } from '@nestjs/common';
import {
  CustomerBillingConfiguration,
  CustomerMetadataInput,
  CustomerProviderLink,
  CustomerShippingAddress,
  readBody,
  type Body,
  type BodyInput,
  type Customer,
  type CustomerFilters,
  type CustomerUpsert,
  type Meta,
  type SingleCustomer,
} from '@tollgate/contracts';
import { findBillingEntity, findDefaultBillingEntity, type BillingEntityView } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, newId, NotFound, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { Selectable, Updateable } from 'kysely';
import { SubscriptionDatabase } from '../subscription.database.js';
import { changeTimezone, endSubscriptionsOfCustomer } from '../lifecycle/customer-changes.js';
import { customerSelectionChange, type SelectionChange } from '../custom-sections/section-selection.rules.js';
import { selectSections } from '../custom-sections/selected-sections.js';
import { presentCustomer, presentCustomers } from './customer.presenter.js';
import { replaceMetadata } from './customer-metadata.js';
import { isLinkWanted } from './provider-link.rules.js';
import { writeTaxes } from './customer-taxes.js';
import {
  findCustomer,
  insertCustomer,
  listCustomers,
  lockCustomer,
  nextSequentialId,
  updateCustomer,
  type CustomerRow,
} from '../rows/customers.repository.js';
import type { CustomersTable } from '../tables/customers.tables.js';

const maximumMetadata = 5;

/** Customers (customers, section 2). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the customer with this external id, or changes the given fields of the one there is. Where a payment provider is
   * asked for that the organization does not have, the customer is kept, unlinked, and the call refused.
   * @throws NotFound, ValidationFailed
   */
  async upsert(organizationId: string, input: CustomerUpsert): Promise<SingleCustomer> {
    const link = part(CustomerProviderLink, input.billing_configuration ?? {});
    const customer = await this.write(organizationId, input);
    if (isLinkWanted(link)) throw new ValidationFailed({ base: ['payment_provider_not_found'] });
    return customer;
  }

  private async write(organizationId: string, input: CustomerUpsert): Promise<SingleCustomer> {
    if ((input.metadata?.length ?? 0) > maximumMetadata) throw new ValidationFailed({ metadata: ['invalid_count'] });
    const now = await this.clock.now(organizationId);
    const sections = sectionsOf(input);
    return this.database.tenant(organizationId, async (transaction) => {
      await lockCustomer(transaction, input.external_id);
      const known = await findCustomer(transaction, input.external_id);
      const entity = await issuerFor(transaction, input.billing_entity_code ?? null);
      const changes = changesOf(input, known, sections);
      const changed = {
        ...changes,
        ...(input.billing_entity_code ? { billing_entity_id: entity.id } : {}),
        updated_at: new Date(now),
      };
      const customer = known
        ? await changeTimezone(transaction, known, () => updateCustomer(transaction, known.id, changed), now)
        : await insertCustomer(transaction, await newCustomer(transaction, input.external_id, entity, now, changes));
      await writeTaxes(transaction, { input, known, customer }, now);
      if (sections.codes) await selectSections(transaction, customer.id, sections.codes, now);
      if (input.metadata) {
        const entries = input.metadata.map((entry) => part(CustomerMetadataInput, entry));
        await replaceMetadata(transaction, customer, entries, new Date(now));
      }
      const type = known ? 'customer.updated' : 'customer.created';
      await transaction.append(type, customer.id, { customer_id: customer.id }, now);
      return presentCustomer(transaction, customer);
    });
  }

  /** @throws NotFound when a named issuer is unknown */
  async list(organizationId: string, filters: CustomerFilters): Promise<{ customers: Customer[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const entityIds = filters.billing_entity_codes?.length
        ? await Promise.all(filters.billing_entity_codes.map((code) => issuerFor(transaction, code)))
        : null;
      const { rows, meta } = await listCustomers(transaction, filters, entityIds?.map(({ id }) => id) ?? null);
      return { customers: await presentCustomers(transaction, rows), meta };
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
      const deleted = await updateCustomer(transaction, customer.id, {
        deleted_at: new Date(now),
        updated_at: new Date(now),
      });
      await transaction.append('customer.deleted', customer.id, { customer_id: customer.id }, now);
      return presentCustomer(transaction, deleted);
    });
  }
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

/** The customer with an external id; made on the spot when there is none (subscriptions, section 3). */
export async function findOrCreateCustomer(
  transaction: TenantTransaction,
  externalId: string,
  billingEntityCode: string | null,
  now: Instant,
): Promise<CustomerRow> {
  const known = await findCustomer(transaction, externalId);
  if (known) return known;
  await lockCustomer(transaction, externalId);
  const made = await findCustomer(transaction, externalId);
  if (made) return made;
  const entity = await issuerFor(transaction, billingEntityCode);
  return insertCustomer(transaction, await newCustomer(transaction, externalId, entity, now, {}));
}

async function newCustomer(
  transaction: TenantTransaction,
  externalId: string,
  entity: BillingEntityView,
  now: Instant,
  given: Updateable<CustomersTable>,
) {
  const { documentNumberPrefix } = await readOrganization(transaction);
  const sequentialId = await nextSequentialId(transaction);
  const at = new Date(now);
  return {
    id: newId(),
    organization_id: transaction.organizationId,
    external_id: externalId,
    sequential_id: sequentialId,
    slug: `${documentNumberPrefix}-${String(sequentialId).padStart(3, '0')}`,
    billing_entity_id: entity.id,
    shipping_address: JSON.stringify(emptyAddress),
    account_type: 'customer' as const,
    finalize_zero_amount_invoice: 'inherit' as const,
    skip_invoice_custom_sections: false,
    customer_type: null,
    name: null,
    firstname: null,
    lastname: null,
    email: null,
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    zipcode: null,
    country: null,
    phone: null,
    url: null,
    logo_url: null,
    legal_name: null,
    legal_number: null,
    tax_identification_number: null,
    external_salesforce_id: null,
    currency: null,
    timezone: null,
    net_payment_term: null,
    invoice_grace_period: null,
    subscription_invoice_issuing_date_anchor: null,
    subscription_invoice_issuing_date_adjustment: null,
    document_locale: null,
    ...given,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}

const emptyAddress = {
  address_line1: null,
  address_line2: null,
  city: null,
  zipcode: null,
  state: null,
  country: null,
};

const plainFields = [
  'customer_type',
  'name',
  'firstname',
  'lastname',
  'email',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
  'url',
  'logo_url',
  'legal_name',
  'legal_number',
  'tax_identification_number',
  'external_salesforce_id',
  'currency',
  'timezone',
  'net_payment_term',
] as const satisfies readonly (keyof CustomerUpsert & keyof Selectable<CustomersTable>)[];

/** The columns that an upsert changes: the given fields, null included. */
function changesOf(
  input: CustomerUpsert,
  known: CustomerRow | undefined,
  sections: SelectionChange,
): Updateable<CustomersTable> {
  const plain = Object.fromEntries(
    plainFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  );
  const { invoice_grace_period, document_locale, ...dates } = input.billing_configuration
    ? part(CustomerBillingConfiguration, input.billing_configuration)
    : {};
  return {
    ...plain,
    ...(input.account_type ? { account_type: input.account_type } : {}),
    ...(input.finalize_zero_amount_invoice === undefined
      ? {}
      : { finalize_zero_amount_invoice: input.finalize_zero_amount_invoice ?? 'inherit' }),
    ...(sections.skips === undefined ? {} : { skip_invoice_custom_sections: sections.skips }),
    ...(input.shipping_address
      ? {
          shipping_address: JSON.stringify({
            ...(known?.shipping_address ?? emptyAddress),
            ...shippingAddress(input.shipping_address),
          }),
        }
      : {}),
    ...(invoice_grace_period === undefined ? {} : { invoice_grace_period }),
    ...(document_locale === undefined ? {} : { document_locale }),
    ...dates,
  };
}

/** What becomes of the customer's invoice custom sections. @throws ValidationFailed */
function sectionsOf(input: CustomerUpsert): SelectionChange {
  const { skip_invoice_custom_sections: skip, invoice_custom_section_codes: codes } = input;
  const change = customerSelectionChange({ skip, codes });
  if (change === null)
    throw new ValidationFailed({ invoice_custom_sections: ['skip_sections_and_selected_ids_sent_together'] });
  return change;
}

/** Reads a part of the body by its own contract. @throws ValidationFailed with the part's own field names */
function part<B extends Body>(contract: B, raw: Record<string, unknown>): BodyInput<B> {
  const read = readBody(contract, raw);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as BodyInput<B>;
}

function shippingAddress(raw: Record<string, unknown>) {
  const read = readBody(CustomerShippingAddress, raw);
  if ('errors' in read)
    throw new ValidationFailed(
      Object.fromEntries(Object.entries(read.errors).map(([field, codes]) => [`shipping_${field}`, codes])),
    );
  return read.input;
}
