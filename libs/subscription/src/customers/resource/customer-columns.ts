import { noAddress, type CustomerBillingConfigurationInput, type CustomerUpsert } from '@tollgate/contracts';
import type { BillingEntityView } from '@tollgate/catalog/reader';
import { readOrganization } from '@tollgate/identity/reader';
import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { Selectable, Updateable } from 'kysely';
import { nextSequentialId, type CustomerRow } from '../../model/customers/customers.repository.js';
import type { CustomersTable } from '../../model/customers/customers.tables.js';
import type { FoundConnection } from '../../model/agreement/payment-methods.js';
import type { CustomerChanges } from './customer-input.js';
import { linkColumns } from './provider-link.rules.js';

/**
 * The columns of a new customer: the submitted ones, defaults for the others, and its rank (customers, section 2.4).
 */
export async function newCustomer(
  transaction: TenantTransaction,
  externalId: string,
  entity: BillingEntityView,
  now: Instant,
  columns: Updateable<CustomersTable>,
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
    shipping_address: JSON.stringify(noAddress),
    account_type: 'customer' as const,
    attached: false,
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
    payment_provider: null,
    payment_provider_code: null,
    ...columns,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}

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
  'statement_schedule',
] as const satisfies readonly (keyof CustomerUpsert & keyof Selectable<CustomersTable>)[];

/** The changed columns of an upsert: the submitted fields, null included. */
export function changesOf(
  parsed: CustomerChanges,
  stored: CustomerRow | undefined,
  connection: FoundConnection,
): Updateable<CustomersTable> {
  const { input, shippingAddress, billing, einvoicing, sections } = parsed;
  const { provider_payment_methods: methods, ...link } = linkColumns(billing, stored, connection);
  const plain = Object.fromEntries(
    plainFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  );
  return {
    ...plain,
    ...(input.account_type ? { account_type: input.account_type } : {}),
    ...(input.finalize_zero_amount_invoice === undefined
      ? {}
      : { finalize_zero_amount_invoice: input.finalize_zero_amount_invoice ?? 'inherit' }),
    ...(sections.skips === undefined ? {} : { skip_invoice_custom_sections: sections.skips }),
    ...(shippingAddress
      ? { shipping_address: JSON.stringify({ ...(stored?.shipping_address ?? noAddress), ...shippingAddress }) }
      : {}),
    ...Object.fromEntries(
      billingFields.flatMap((field) => (billing[field] === undefined ? [] : [[field, billing[field]]])),
    ),
    ...link,
    ...(methods === undefined ? {} : { provider_payment_methods: methods && JSON.stringify(methods) }),
    ...(einvoicing ? { einvoicing_settings: JSON.stringify({ ...stored?.einvoicing_settings, ...einvoicing }) } : {}),
  };
}

const billingFields = [
  'invoice_grace_period',
  'subscription_invoice_issuing_date_anchor',
  'subscription_invoice_issuing_date_adjustment',
  'document_locale',
] as const satisfies readonly (keyof CustomerBillingConfigurationInput & keyof Selectable<CustomersTable>)[];
