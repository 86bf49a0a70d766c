import {
  defaultMethodTypes,
  type EmbeddedCustomer,
  type InvoicedCustomer,
  type SingleCustomer,
} from '@tollgate/contracts';
import { readBillingEntities, readTaxes, type BillingEntityView, type TaxView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { presentCustomer, presentEmbeddedCustomers, presentInvoicedCustomers } from './customer.presenter.js';
import {
  customerIdsOf,
  customerIdsOfIssuer,
  customersByIds,
  findViewedCustomer,
  customerIdsWith,
  type CustomerTraits,
  issuersOfCustomers,
  namesOfCustomers,
  searchCustomerIds,
  taxIdsOf,
  viewedCustomersByIds,
  type ViewedCustomerRow,
} from '../../model/customers/customers.repository.js';
import { accountingLinksOf, type AccountingLink } from '../../model/customers/accounting-links.repository.js';
import type { TaxEngineLink } from '../../model/customers/tax-engine-link.js';
import { checkedCustomerIds } from '../../model/customers/vat-checks.repository.js';

/** A customer, as billing sees it. */
export interface CustomerView {
  id: string;
  externalId: string;
  sequentialId: number;
  slug: string;
  name: string | null;
  accountType: 'customer' | 'partner';
  deleted: boolean;
  currency: string | null;
  /** Whether the customer has received a resource with a currency, as far as stored. */
  attached: boolean;
  /** The customer's own time zone, else its issuer's. */
  timezone: string;
  billingEntity: BillingEntityView;
  /** Days: the customer's own, else its issuer's. */
  netPaymentTerm: number;
  /** How often it gets a statement: the customer's own schedule, else its issuer's. */
  statementSchedule: BillingEntityView['statementSchedule'];
  /** Whether the term is the customer's own. */
  hasOwnPaymentTerm: boolean;
  invoiceGracePeriod: number;
  issuingDateAnchor: BillingEntityView['issuingDateAnchor'];
  issuingDateAdjustment: BillingEntityView['issuingDateAdjustment'];
  /** How invoices with a zero amount are finalized. */
  finalizeZeroAmountInvoice: boolean;
  taxes: TaxView[];
  /** Whether a check of its VAT number is pending, so its taxes may change (invoices, section 4.5). */
  isVatCheckPending: boolean;
  /** The connected tax engine that computes its taxes; local taxes do not apply then (webhooks, section 19). */
  taxEngine: TaxEngineLink | null;
}

/** Whether a customer has a currency from an earlier resource: then the next resource does not change it. */
export const hasAssignedCurrency = ({ currency, attached }: CustomerView): boolean => currency !== null && attached;

/** Names a customer: by its external id, as paths do, or by its identifier, as customers in the portal do. */
export type CustomerName = string | { id: string };

/** A live customer, or null. */
export async function findCustomerView(
  transaction: TenantTransaction,
  name: CustomerName,
): Promise<CustomerView | null> {
  return (await findCustomerAndCatalog(transaction, name))?.customer ?? null;
}

/** A live customer and the version of the catalog, in one statement. */
export async function findCustomerAndCatalog(
  transaction: TenantTransaction,
  name: CustomerName,
): Promise<{ customer: CustomerView; catalogVersion: string } | null> {
  const row =
    typeof name === 'string'
      ? await findViewedCustomer(transaction, name)
      : (await viewedCustomersByIds(transaction, [name.id]))[0];
  if (!row || row.deleted_at !== null) return null;
  const [customer] = await toViews(transaction, [row]);
  return { customer: customer as CustomerView, catalogVersion: row.catalog_version };
}

/** A customer by its id, deleted ones too. */
export async function readCustomerView(transaction: TenantTransaction, id: string): Promise<CustomerView> {
  const view = (await readCustomerViews(transaction, [id])).get(id);
  if (!view) throw new Error(`no customer ${id}`);
  return view;
}

/** Customers by their ids, deleted ones too. */
export async function readCustomerViews(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, CustomerView>> {
  const views = await toViews(transaction, await viewedCustomersByIds(transaction, ids));
  return new Map(views.map((view) => [view.id, view]));
}

/** The link of a customer to a payment provider (webhooks, section 10.1). */
export interface ProviderLinkView {
  provider: string;
  /** The code of the connection. */
  code: string;
  /** Its id there, as far as known. */
  providerCustomerId: string | null;
  /** Ways to pay that it may use. */
  methodTypes: string[];
}

/** The link of a customer that its provider charges; null without one. */
export async function readProviderLink(
  transaction: TenantTransaction,
  customerId: string,
): Promise<ProviderLinkView | null> {
  const [row] = await customersByIds(transaction, [customerId]);
  if (!row || row.payment_provider === null || row.payment_provider_code === null) return null;
  if (row.sync_with_provider !== true && row.provider_customer_id === null) return null;
  return {
    provider: row.payment_provider,
    code: row.payment_provider_code,
    providerCustomerId: row.provider_customer_id,
    methodTypes: row.provider_payment_methods ?? [...defaultMethodTypes],
  };
}

/** A customer as webhooks show it. */
export async function readCustomerResource(transaction: TenantTransaction, id: string): Promise<SingleCustomer> {
  const [row] = await customersByIds(transaction, [id]);
  if (!row) throw new Error(`no customer ${id}`);
  return presentCustomer(transaction, row);
}

/** Customers as invoices embed them, by id; deleted ones too. */
export async function readInvoicedCustomers(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, InvoicedCustomer>> {
  const rows = await customersByIds(transaction, [...new Set(ids)]);
  const customers = await presentInvoicedCustomers(transaction, rows);
  return new Map(customers.map((customer) => [customer.svc_id, customer]));
}

/** Customers as other documents embed them, by id; deleted ones too. */
export async function readEmbeddedCustomers(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, EmbeddedCustomer>> {
  const rows = await customersByIds(transaction, [...new Set(ids)]);
  const customers = await presentEmbeddedCustomers(transaction, rows);
  return new Map(customers.map((customer) => [customer.svc_id, customer]));
}

/** The reference to a customer in its resources. */
export interface CustomerReference {
  externalId: string;
  billingEntityId: string;
}

/** References to customers, by id; deleted ones too. */
export async function readCustomerReferences(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, CustomerReference>> {
  const rows = ids.length === 0 ? [] : await namesOfCustomers(transaction, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, { externalId: row.external_id, billingEntityId: row.billing_entity_id }]));
}

/** External ids of customers, by id; deleted ones too. */
export async function readExternalCustomerIds(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, string>> {
  const customers = await readCustomerReferences(transaction, ids);
  return new Map([...customers].map(([id, { externalId }]) => [id, externalId]));
}

/** SQL condition on a column of customer ids: the customer is not deleted. */
export const isOfLiveCustomer = (column: string): string =>
  `exists (select from subscription.customers customer where customer.id = ${column} and customer.deleted_at is null)`;

export type { AccountingLink, CustomerTraits, TaxEngineLink };
export {
  accountingLinksOf as readAccountingLinks,
  customerIdsOf,
  customerIdsOfIssuer,
  customerIdsWith,
  issuersOfCustomers,
  searchCustomerIds,
};

async function toViews(transaction: TenantTransaction, rows: ViewedCustomerRow[]): Promise<CustomerView[]> {
  const [first] = rows;
  if (!first) return [];
  const entities = await readBillingEntities(transaction, first.catalog_version);
  const managed = rows.filter((row) => row.deleted_at === null && entities.get(row.billing_entity_id)?.euTaxManagement);
  // Reads checks before taxes, so the taxes of a finished check are visible.
  const checked = await checkedCustomerIds(
    transaction,
    managed.map(({ id }) => id),
  );
  const taxIds =
    managed.length > 0
      ? await taxIdsOf(
          transaction,
          rows.map(({ id }) => id),
        )
      : new Map(rows.map((row) => [row.id, row.tax_ids]));
  const taxes = await readTaxes(transaction, [...new Set([...taxIds.values()].flat())]);
  return rows.map((row) => {
    const ownTaxIds = taxIds.get(row.id) ?? [];
    return toView(
      row,
      entities.get(row.billing_entity_id),
      taxes.filter(({ id }) => ownTaxIds.includes(id)),
      checked.has(row.id),
    );
  });
}

function toView(
  row: ViewedCustomerRow,
  billingEntity: BillingEntityView | undefined,
  taxes: TaxView[],
  isVatCheckPending: boolean,
): CustomerView {
  if (!billingEntity) throw new Error(`customer ${row.id} has no issuer`);
  return {
    id: row.id,
    externalId: row.external_id,
    sequentialId: row.sequential_id,
    slug: row.slug,
    name: row.name,
    accountType: row.account_type,
    deleted: row.deleted_at !== null,
    currency: row.currency,
    attached: row.attached === true,
    timezone: row.timezone ?? billingEntity.timezone,
    billingEntity,
    statementSchedule: row.statement_schedule ?? billingEntity.statementSchedule,
    netPaymentTerm: row.net_payment_term ?? billingEntity.netPaymentTerm,
    hasOwnPaymentTerm: row.net_payment_term !== null,
    invoiceGracePeriod: row.invoice_grace_period ?? billingEntity.invoiceGracePeriod,
    issuingDateAnchor: row.subscription_invoice_issuing_date_anchor ?? billingEntity.issuingDateAnchor,
    issuingDateAdjustment: row.subscription_invoice_issuing_date_adjustment ?? billingEntity.issuingDateAdjustment,
    finalizeZeroAmountInvoice:
      row.finalize_zero_amount_invoice === 'inherit'
        ? billingEntity.finalizeZeroAmountInvoice
        : row.finalize_zero_amount_invoice === 'finalize',
    taxes,
    isVatCheckPending,
    taxEngine: row.tax_engine,
  };
}
