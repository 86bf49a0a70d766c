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
import { couponFrequencies, couponTypes } from './coupons.js';
import { CustomerShippingAddress, InvoicedCustomer } from './customers.js';
import { Fee } from './fees.js';
import { BillingPeriod, InvoiceAppliedTax, InvoiceCredit, SingleInvoice } from './invoices.js';
import { Subscription } from './subscriptions.js';

/** The billed customer: a stored one, changed by these fields, or a new one (invoices, section 11). */
/** A link of a previewed customer to a tax engine. */
export const PreviewIntegrationInput = body({ integration_type: text(), integration_code: text() });
export type PreviewIntegrationInput = BodyInput<typeof PreviewIntegrationInput>;

export const PreviewCustomerInput = body({
  external_id: text(),
  name: text(),
  currency: currency(),
  timezone: choice(timezones, 'invalid_timezone'),
  tax_identification_number: text(),
  address_line1: text(),
  address_line2: text(),
  city: text(),
  state: text(),
  zipcode: text(),
  country: choice(countries, 'not_a_valid_country_code'),
  shipping_address: withMembers(record(), CustomerShippingAddress),
  integration_customers: withElements(recordList(), PreviewIntegrationInput),
});
export type PreviewCustomerInput = BodyInput<typeof PreviewCustomerInput>;

/** An existing coupon, by its code, or a described one. */
export const PreviewCouponInput = body({
  code: text(),
  name: text(),
  coupon_type: choice(couponTypes),
  amount_cents: integer(0),
  amount_currency: currency(),
  percentage_rate: decimal(0),
  frequency: choice(couponFrequencies),
  frequency_duration: integer(0, bounds.times),
});
export type PreviewCouponInput = BodyInput<typeof PreviewCouponInput>;

/** Existing subscriptions, and their planned changes. */
export const PreviewSubscriptionsInput = body({
  external_ids: expected(textList()),
  plan_code: text(),
  terminated_at: momentText(),
});
export type PreviewSubscriptionsInput = BodyInput<typeof PreviewSubscriptionsInput>;

export const InvoicePreviewInput = body({
  customer: expected(strictly(record(), PreviewCustomerInput)),
  plan_code: text(),
  subscription_at: momentText(),
  billing_time: choice(billingTimes),
  coupons: withElements(recordList(), PreviewCouponInput),
  subscriptions: strictly(record(), PreviewSubscriptionsInput),
  billing_entity_code: text(),
});
export type InvoicePreviewInput = BodyInput<typeof InvoicePreviewInput>;

const nothing = z.null();

/** An invoice that does not exist: its parts have no identifiers, but the resources that it refers to may have one. */
export const InvoicePreview = SingleInvoice.extend({
  svc_id: nothing,
  created_at: nothing,
  updated_at: nothing,
  customer: InvoicedCustomer.extend({
    svc_id: id().nullable(),
    sequential_id: z.int().nullable(),
    slug: z.string().nullable(),
    external_id: z.string().nullable(),
    created_at: timestamp().nullable(),
    updated_at: timestamp().nullable(),
  }),
  billing_periods: z.array(BillingPeriod.extend({ svc_subscription_id: id().nullable() })),
  fees: z.array(Fee.extend({ svc_id: nothing, created_at: nothing })),
  credits: z.array(
    InvoiceCredit.extend({
      svc_id: nothing,
      item: InvoiceCredit.shape.item.extend({ svc_item_id: id().nullable() }),
      invoice: InvoiceCredit.shape.invoice.extend({ svc_id: nothing }),
    }),
  ),
  applied_taxes: z.array(InvoiceAppliedTax.extend({ svc_id: nothing, svc_invoice_id: nothing, created_at: nothing })),
  subscriptions: z.array(
    Subscription.extend({
      svc_id: id().nullable(),
      external_id: z.string().nullable(),
      svc_customer_id: id().nullable(),
      external_customer_id: z.string().nullable(),
      created_at: timestamp().nullable(),
    }),
  ),
});
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
    answer: { invoice: InvoicePreview },
  }),
};
