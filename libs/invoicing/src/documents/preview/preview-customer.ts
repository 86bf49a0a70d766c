import {
  bareCustomer,
  CustomerShippingAddress,
  isBlank,
  noAddress,
  type RawInput,
  type InvoicePreview,
  PreviewIntegrationInput,
  taxProviders,
  type PreviewCustomerInput,
} from '@tollgate/contracts';
import { findDefaultBillingEntity, type BillingEntityView } from '@tollgate/catalog/reader';
import { newId, NotFound, readRawInput, type TenantTransaction } from '@tollgate/platform';
import { findCustomerView, readInvoicedCustomers, type CustomerView } from '@tollgate/subscription/reader';
import { findConnectionOf } from '../../model/taxes/tax-providers.repository.js';

/** The customer of a preview. */
export interface PreviewedCustomer {
  view: CustomerView;
  /** Whether the customer exists. */
  stored: boolean;
  shown: InvoicePreview['customer'];
}

/** A stored customer with the overrides of the call, or a new one (invoices, section 11). @throws NotFound */
export async function previewedCustomer(
  transaction: TenantTransaction,
  input: PreviewCustomerInput,
  billingEntity: BillingEntityView | null,
): Promise<PreviewedCustomer> {
  if (isBlank(input.external_id)) return newCustomer(transaction, input, billingEntity);
  const view = await findCustomerView(transaction, input.external_id as string);
  const shown = view && (await readInvoicedCustomers(transaction, [view.id])).get(view.id);
  if (!view || !shown) throw new NotFound('customer');
  const { external_id: _, shipping_address: shipping, integration_customers: links, ...fields } = input;
  const overrides = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));
  const timezone = input.timezone ?? view.timezone;
  return {
    view: {
      ...view,
      currency: input.currency ?? view.currency,
      timezone,
      taxEngine: (await connectedEngine(transaction, links)) ?? view.taxEngine,
    },
    stored: true,
    shown: {
      ...shown,
      ...overrides,
      shipping_address: { ...shown.shipping_address, ...addressOf(shipping) },
      applicable_timezone: timezone,
    },
  };
}

async function newCustomer(
  transaction: TenantTransaction,
  input: PreviewCustomerInput,
  billingEntity: BillingEntityView | null,
): Promise<PreviewedCustomer> {
  const entity = billingEntity ?? (await findDefaultBillingEntity(transaction));
  if (!entity) throw new NotFound('billing_entity');
  const view: CustomerView = {
    id: newId(),
    externalId: '',
    sequentialId: 0,
    slug: '',
    name: input.name ?? null,
    accountType: 'customer',
    deleted: false,
    currency: input.currency ?? null,
    attached: false,
    timezone: input.timezone ?? entity.timezone,
    billingEntity: entity,
    statementSchedule: entity.statementSchedule,
    netPaymentTerm: entity.netPaymentTerm,
    hasOwnPaymentTerm: false,
    invoiceGracePeriod: entity.invoiceGracePeriod,
    issuingDateAnchor: entity.issuingDateAnchor,
    issuingDateAdjustment: entity.issuingDateAdjustment,
    finalizeZeroAmountInvoice: entity.finalizeZeroAmountInvoice,
    taxes: [],
    isVatCheckPending: false,
    taxEngine: await connectedEngine(transaction, input.integration_customers),
  };
  return { view, stored: false, shown: shownNew(input, view) };
}

/** The connected tax engine that a call names; unknown integrations are ignored, as for real customers. */
async function connectedEngine(
  transaction: TenantTransaction,
  links: RawInput[] | undefined,
): Promise<CustomerView['taxEngine']> {
  for (const raw of links ?? []) {
    const { integration_type: type, integration_code: code } = readRawInput(PreviewIntegrationInput, raw);
    const engine = taxProviders.find((name) => name === type);
    if (engine && code && (await findConnectionOf(transaction, { engine, code }))) return { engine, code };
  }
  return null;
}

/** The present fields of an address. @throws ValidationFailed */
const addressOf = (raw: RawInput | null | undefined): CustomerShippingAddress =>
  Object.fromEntries(
    Object.entries(readRawInput(CustomerShippingAddress, raw ?? {})).filter(([, value]) => !isBlank(value)),
  );

const shownNew = (
  input: PreviewCustomerInput,
  { billingEntity, timezone }: CustomerView,
): InvoicePreview['customer'] => ({
  ...bareCustomer,
  svc_id: null,
  sequential_id: null,
  slug: null,
  external_id: null,
  billing_entity_code: billingEntity.code,
  name: input.name ?? null,
  address_line1: input.address_line1 ?? null,
  address_line2: input.address_line2 ?? null,
  city: input.city ?? null,
  state: input.state ?? null,
  zipcode: input.zipcode ?? null,
  country: input.country ?? null,
  shipping_address: { ...noAddress, ...addressOf(input.shipping_address) },
  tax_identification_number: input.tax_identification_number ?? null,
  currency: input.currency ?? null,
  timezone: input.timezone ?? null,
  applicable_timezone: timezone,
  created_at: null,
  updated_at: null,
});
