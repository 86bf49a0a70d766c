import {
  noCustomerEinvoicing,
  type Customer,
  type EmbeddedCustomer,
  type InvoicedCustomer,
  type SingleCustomer,
  type Tax,
} from '@tollgate/contracts';
import { groupBy, isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { readBillingEntities, readTaxResources, type BillingEntityView } from '@tollgate/catalog/reader';
import { presentApplicableSections } from '../../model/custom-sections/selected-sections.js';
import { errorsOfCustomer } from '../../model/customers/customer-errors.repository.js';
import { presentIntegrationCustomers } from './integration-customers.js';
import {
  metadataOf,
  taxIdsOf,
  type CustomerRow,
  type MetadataRow,
} from '../../model/customers/customers.repository.js';
import { methodTypesOf } from './provider-link.rules.js';

/** Customers with everything that their answers and lists show. */
export async function presentCustomers(transaction: TenantTransaction, rows: CustomerRow[]): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id);
  const customers = await presentInvoicedCustomers(transaction, rows);
  const taxIds = await taxIdsOf(transaction, ids);
  const taxes = await readTaxResources(transaction, [...new Set([...taxIds.values()].flat())]);
  return customers.map((customer) => ({
    ...customer,
    taxes: taxes.filter((tax: Tax) => taxIds.get(customer.svc_id)?.includes(tax.svc_id)),
  }));
}

/** Customers as invoices embed them, with their names in other systems. */
export async function presentInvoicedCustomers(
  transaction: TenantTransaction,
  rows: CustomerRow[],
): Promise<InvoicedCustomer[]> {
  const customers = await presentEmbeddedCustomers(transaction, rows);
  const integrations = await presentIntegrationCustomers(
    transaction,
    rows.map(({ id }) => id),
  );
  return customers.map((customer) => ({
    ...customer,
    integration_customers: integrations.get(customer.svc_id) ?? [],
  }));
}

/** Customers as other documents embed them. */
export async function presentEmbeddedCustomers(
  transaction: TenantTransaction,
  rows: CustomerRow[],
): Promise<EmbeddedCustomer[]> {
  const entities = await readBillingEntities(transaction);
  const metadata = await metadataOf(
    transaction,
    rows.map(({ id }) => id),
  );
  const metadataOfCustomer = groupBy(metadata, (entry) => entry.customer_id);
  return rows.map((row) => embedded(row, entities, metadataOfCustomer.get(row.id) ?? []));
}

/** One customer in its own answers. */
export async function presentCustomer(transaction: TenantTransaction, row: CustomerRow): Promise<SingleCustomer> {
  const [customer] = await presentCustomers(transaction, [row]);
  return {
    ...(customer as Customer),
    applicable_invoice_custom_sections: await presentApplicableSections(transaction, row),
    error_details: await errorsOfCustomer(transaction, row.id),
  };
}

function embedded(
  row: CustomerRow,
  entities: Map<string, BillingEntityView>,
  metadata: MetadataRow[],
): EmbeddedCustomer {
  const entity = entities.get(row.billing_entity_id);
  return {
    svc_id: row.id,
    sequential_id: row.sequential_id,
    slug: row.slug,
    external_id: row.external_id,
    account_type: row.account_type,
    customer_type: row.customer_type,
    billing_entity_code: entity?.code ?? '',
    name: row.name,
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    address_line1: row.address_line1,
    address_line2: row.address_line2,
    city: row.city,
    state: row.state,
    zipcode: row.zipcode,
    country: row.country,
    shipping_address: row.shipping_address,
    phone: row.phone,
    url: row.url,
    logo_url: row.logo_url,
    legal_name: row.legal_name,
    legal_number: row.legal_number,
    tax_identification_number: row.tax_identification_number,
    external_salesforce_id: row.external_salesforce_id,
    currency: row.currency,
    timezone: row.timezone,
    applicable_timezone: row.timezone ?? entity?.timezone ?? 'UTC',
    net_payment_term: row.net_payment_term,
    finalize_zero_amount_invoice: row.finalize_zero_amount_invoice,
    skip_invoice_custom_sections: row.skip_invoice_custom_sections,
    billing_configuration: {
      invoice_grace_period: row.invoice_grace_period,
      subscription_invoice_issuing_date_anchor: row.subscription_invoice_issuing_date_anchor,
      subscription_invoice_issuing_date_adjustment: row.subscription_invoice_issuing_date_adjustment,
      payment_provider: row.payment_provider,
      payment_provider_code: row.payment_provider_code,
      document_locale: row.document_locale,
      ...(row.payment_provider === null
        ? {}
        : { provider_customer_id: row.provider_customer_id, sync_with_provider: row.sync_with_provider }),
      ...chosenMethodTypes(row),
    },
    einvoicing_settings: { ...noCustomerEinvoicing, ...row.einvoicing_settings },
    statement_schedule: row.statement_schedule,
    metadata: metadata.map((entry) => ({
      svc_id: entry.id,
      key: entry.key,
      value: entry.value,
      display_in_invoice: entry.display_in_invoice,
      created_at: isoSeconds(entry.created_at),
    })),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

/** Shown where the provider of the customer has ways to pay to choose from. */
function chosenMethodTypes(row: CustomerRow): { provider_payment_methods?: string[] } {
  const chosen = methodTypesOf(row);
  return chosen === undefined ? {} : { provider_payment_methods: chosen };
}
