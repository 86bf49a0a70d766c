import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { billingTimes, countries, timezones } from '../http/enums.js';
import {
  choice,
  currency,
  decimal,
  id,
  integer,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
  withMembers,
} from '../http/fields.js';
import { route } from '../http/route.js';
import { momentText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { couponFrequencies, couponTypes } from './coupons.js';
import { CustomerShippingAddress } from './customer-parts.js';
import { InvoicedCustomer } from './embedded-customers.js';
import { Fee } from './fees.js';
import { BillingPeriod, InvoiceAppliedTax, InvoiceCredit, SingleInvoice } from './invoices.js';
import { Subscription } from './subscriptions.js';

/** The billed customer: a stored one, changed by these fields, or a new one (invoices, section 11). */
/** A link of a previewed customer to a tax engine. */
export const PreviewIntegrationInput = body({
  integration_type: described(text(), 'Kind of the external system', 'netsuite'),
  integration_code: described(text(), 'Code of the external system', 'netsuite_eu'),
});
export type PreviewIntegrationInput = BodyInput<typeof PreviewIntegrationInput>;

export const PreviewCustomerInput = described(
  body({
    external_id: described(text(), ...texts.externalId),
    name: described(text(), ...texts.customerName),
    currency: described(currency(), ...texts.currency),
    timezone: described(choice(timezones, 'invalid_timezone'), ...texts.timezone),
    tax_identification_number: described(text(), ...texts.vatNumber),
    address_line1: described(text(), ...texts.addressLine1),
    address_line2: described(text(), ...texts.addressLine2),
    city: described(text(), ...texts.city),
    state: described(text(), ...texts.region),
    zipcode: described(text(), ...texts.zipcode),
    country: described(choice(countries, 'not_a_valid_country_code'), ...texts.country),
    shipping_address: withMembers(record(), CustomerShippingAddress),
    integration_customers: withElements(recordList(), PreviewIntegrationInput),
  }),
  'A stored customer with changes, or a new one',
);
export type PreviewCustomerInput = BodyInput<typeof PreviewCustomerInput>;

/** An existing coupon, by its code, or a described one. */
export const PreviewCouponInput = described(
  body({
    code: described(text(), 'Unique code for calls', 'welcome'),
    name: described(text(), 'Display name', 'Welcome'),
    coupon_type: described(choice(couponTypes), 'Whether the discount is an amount or a percentage'),
    amount_cents: described(integer(0), ...texts.amountCents),
    amount_currency: described(currency(), ...texts.amountCurrency),
    percentage_rate: described(decimal(0), 'Discount in percent', '10.0'),
    frequency: described(choice(couponFrequencies), 'Frequency of the discount', 'once'),
    frequency_duration: described(integer(0, bounds.times), 'Number of invoices that a recurring coupon reduces', 3),
  }),
  'A coupon by its code, or by its terms',
);
export type PreviewCouponInput = BodyInput<typeof PreviewCouponInput>;

/** Existing subscriptions, and their planned changes. */
export const PreviewSubscriptionsInput = described(
  body({
    external_ids: described(expected(textList()), 'Identifiers that the organization assigned', 'sub_acme_1'),
    plan_code: described(text(), ...texts.planCode),
    terminated_at: described(momentText(), ...texts.end),
  }),
  'Stored subscriptions, and the changes to preview',
);
export type PreviewSubscriptionsInput = BodyInput<typeof PreviewSubscriptionsInput>;

export const InvoicePreviewInput = described(
  body({
    customer: expected(strictly(record(), PreviewCustomerInput)),
    plan_code: described(text(), ...texts.planCode),
    subscription_at: described(momentText(), 'Start', '2026-03-01T00:00:00Z'),
    billing_time: described(
      choice(billingTimes),
      'Whether periods follow the calendar or the start of the subscription',
      'calendar',
    ),
    coupons: withElements(recordList(), PreviewCouponInput),
    subscriptions: strictly(record(), PreviewSubscriptionsInput),
    billing_entity_code: described(text(), ...texts.billingEntityCode),
  }),
  'The customer and the items of the invoice to preview',
);
export type InvoicePreviewInput = BodyInput<typeof InvoicePreviewInput>;

const noId = () => described(z.null(), ...texts.assignedId);
const noTime = () => described(z.null(), ...texts.createdAt);

/** An invoice that does not exist: its parts have no identifiers, but the resources that it refers to may have one. */
export const InvoicePreview = described(
  SingleInvoice.extend({
    svc_id: noId(),
    created_at: noTime(),
    updated_at: described(z.null(), ...texts.updatedAt),
    customer: described(
      InvoicedCustomer.extend({
        svc_id: described(id().nullable(), ...texts.assignedId),
        sequential_id: described(z.int().nullable(), ...texts.sequentialId),
        slug: described(z.string().nullable(), ...texts.slug),
        external_id: described(z.string().nullable(), ...texts.externalId),
        created_at: described(timestamp().nullable(), ...texts.createdAt),
        updated_at: described(timestamp().nullable(), ...texts.updatedAt),
      }),
      'Customer',
    ),
    billing_periods: described(
      z.array(BillingPeriod.extend({ svc_subscription_id: described(id().nullable(), ...texts.subscriptionId) })),
      'Periods that the invoice bills, one for each subscription',
    ),
    fees: described(z.array(Fee.extend({ svc_id: noId(), created_at: noTime() })), 'Fees of the invoice'),
    credits: described(
      z.array(
        InvoiceCredit.extend({
          svc_id: noId(),
          item: described(
            InvoiceCredit.shape.item.extend({ svc_item_id: described(id().nullable(), ...texts.itemId) }),
            ...texts.item,
          ),
          invoice: described(InvoiceCredit.shape.invoice.extend({ svc_id: noId() }), 'Invoice that it reduces'),
        }),
      ),
      'Deductions',
    ),
    applied_taxes: described(
      z.array(
        InvoiceAppliedTax.extend({
          svc_id: noId(),
          svc_invoice_id: described(z.null(), ...texts.invoiceId),
          created_at: noTime(),
        }),
      ),
      ...texts.appliedTaxes,
    ),
    subscriptions: described(
      z.array(
        Subscription.extend({
          svc_id: described(id().nullable(), ...texts.assignedId),
          external_id: described(z.string().nullable(), ...texts.externalId),
          svc_customer_id: described(id().nullable(), ...texts.customerId),
          external_customer_id: described(z.string().nullable(), ...texts.externalCustomerId),
          created_at: described(timestamp().nullable(), ...texts.createdAt),
        }),
      ),
      'The subscriptions that it bills',
    ),
  }),
  'An invoice that does not exist: its parts have no identifiers',
);
export type InvoicePreview = z.infer<typeof InvoicePreview>;

export const invoicePreviewRoutes = {
  preview: route({
    service: 'invoicing',
    permission: 'invoice',
    method: 'POST',
    path: '/invoices/preview',
    heavy: true,
    summary: 'Preview an invoice',
    body: InvoicePreviewInput,
    validates: 'after loading',
    answer: { invoice: InvoicePreview },
  }),
};
