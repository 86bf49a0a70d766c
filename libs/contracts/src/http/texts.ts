import { aggregationNames, chargeModelNames, described, type FieldText } from '@tollgate/rating';
import { z } from 'zod';
import { id, timestamp } from './fields.js';

export { described, describedLike, type FieldText } from '@tollgate/rating';

/** The identifier in examples. */
export const exampleId = '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90';

/** Texts of fields that many resources have. The fields of one resource state theirs. */
export const texts = {
  assignedId: ['Identifier that the service assigned', exampleId],
  createdAt: ['When it was created'],
  updatedAt: ['When it last changed'],
  amountCents: ['Amount in the smallest unit of its currency', 12_500],
  amountCurrency: ['Currency of the amount (ISO 4217)', 'EUR'],
  currency: ['Currency (ISO 4217)', 'EUR'],
  externalCustomerId: ['Identifier of the customer that the organization assigned', 'acme'],
  externalSubscriptionId: ['Identifier of the subscription that the organization assigned', 'sub_acme_1'],
  externalId: ['Identifier that the organization assigned', 'acme'],
  state: ['State', 'active'],
  filteredState: ['State of the object', 'active'],
  invoiceId: ['Identifier of the invoice'],
  customerId: ['Identifier of the customer'],
  subscriptionId: ['Identifier of the subscription'],
  feeId: ['Identifier of the fee'],
  walletId: ['Identifier of the wallet'],
  organizationId: ['Identifier of the organization'],
  billingEntityId: ['Identifier of the billing entity', exampleId],
  taxCodes: ['Codes of taxes', 'vat_20'],
  email: ['E-mail address', 'billing@acme.example'],
  firstDayOrInstant: ['First day or instant', '2026-03-01'],
  lastDayOrInstant: ['Last day or instant', '2026-03-31'],
  metricCode: ['Code of the billable metric', 'storage'],
  chargeCode: ['Code of the charge', 'storage'],
  couponCode: ['Code of the coupon', 'welcome'],
  planCode: ['Code of the plan', 'starter'],
  billingEntityCode: ['Code of the billing entity', 'acme_fr'],
  billingEntityCodes: ['Codes of billing entities', 'acme_fr'],
  invoiceDisplayName: ['Name on documents; null or empty: the default name', 'Storage'],
  code: ['Unique code for calls', 'starter'],
  name: ['Display name', 'Starter'],
  customerName: ['Display name', 'Acme'],
  description: ['Description', 'For small teams'],
  reason: ['Reason', 'other'],
  expiry: ['Expiry'],
  expiryOrNever: ['Expiry; null: never', '2026-12-31T23:59:59Z'],
  end: ['End; null before it', '2026-06-30T00:00:00Z'],
  paymentStatus: ['State of the payment'],
  totalAmountCents: ['Total with taxes, after all deductions, in the smallest unit', 15_000],
  taxesAmountCents: ['Taxes in the smallest unit of the currency', 2_500],
  taxesRate: ['Sum of the rates of the taxes, in percent', 20],
  subTotalExcludingTaxes: ['Subtotal after coupons, without taxes', 12_500],
  appliedTaxes: ['Taxes with their amounts'],
  purchaseOrderNumber: ['Purchase order number of the customer, shown on documents', 'PO-2026-118'],
  documentNumber: ['Number of the document', 'ACM-0001-001-004'],
  sequentialId: ['Sequential number, from 1', 4],
  issuingDate: ['Date of the document'],
  fileUrl: ['Address of the PDF file; null until it exists', 'https://billing.example.com/files/1.pdf'],
  xmlUrl: ['Address of the e-invoice; null without one', 'https://billing.example.com/files/1.xml'],
  selfBilled: ['Whether the customer issues the document itself, as a partner'],
  units: ['Quantity', '10.0'],
  eventsCount: ['Number of counted events', 10],
  chargeModel: ['Charge model', chargeModelNames[0]],
  aggregation: ['Aggregation of events to a quantity', aggregationNames[1]],
  payInAdvance: ['Whether it is billed before its period or with its event, instead of after the period'],
  interval: ['Length of a period', 'monthly'],
  periodStart: ['Start of the period, inclusive', '2026-03-01T00:00:00Z'],
  periodEnd: ['End of the period, inclusive', '2026-03-31T23:59:59Z'],
  timezone: ['Time zone (IANA) of its days', 'Europe/Paris'],
  documentLocale: ['Language of documents', 'en'],
  netPaymentTerm: ['Payment term in days after the issuing date', 30],
  addressLine1: ['First line of the address', '1 Market Street'],
  addressLine2: ['Second line of the address', 'Suite 200'],
  city: ['Town or city', 'Lyon'],
  region: ['State or region', 'Auvergne-Rhône-Alpes'],
  zipcode: ['Postal code', '69002'],
  country: ['Country (ISO 3166-1 alpha-2)', 'FR'],
  legalName: ['Legal name', 'Acme SAS'],
  legalNumber: ['Company registration number', '552 100 554'],
  vatNumber: ['VAT number', 'FR40303265045'],
  phone: ['Telephone number', '+33 4 12 34 56 78'],
  slug: ['Short name for addresses or document numbers', 'acme'],
  paymentProviderCode: ['Code of the connected payment provider', 'sandbox_eu'],
  password: ['Password, 10 to 256 characters', 'correct horse battery'],
  entryKey: ['Name of the entry', 'region'],
  entryValue: ['Value of the entry', 'eu'],
  metadata: ['Metadata of the organization, by key', 'eu'],
  item: ['Subject of the item'],
  paidCredits: ['Credits to buy', '100.0'],
  grantedCredits: ['Credits to grant', '10.0'],
  alwaysZero: ['Always 0, for older clients'],
  cascadeUpdates: ['Whether copies of the plan change too'],
  itemId: ['Identifier of the item'],
} as const satisfies Record<string, FieldText>;

/** A shape of answers with its description in the interface document. */
export const shape = <S extends z.ZodRawShape>(description: string, fields: S) =>
  described(z.object(fields), description);

export const svcId = () => described(id(), ...texts.assignedId);
export const createdAt = () => described(timestamp(), ...texts.createdAt);
export const updatedAt = () => described(timestamp(), ...texts.updatedAt);
