import { body, type BodyInput } from '../http/body.js';
import {
  decimal,
  flag,
  integer,
  prose,
  record,
  recordList,
  text,
  textList,
  withElements,
  withMembers,
  trimmedText,
} from '../http/fields.js';
import { route } from '../http/route.js';
import { momentText } from '../http/strict-fields.js';
import { expected } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { IssuedInvoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

/** An add-on on a one-off invoice; missing fields are those of the add-on (invoices, section 10). */
export const OneOffFee = described(
  body({
    add_on_code: described(expected(text()), 'Code of the add-on', 'setup'),
    invoice_display_name: described(text(), ...texts.invoiceDisplayName),
    unit_amount_cents: described(integer(0), 'Price of a unit in the smallest unit of the currency', 1250),
    units: described(decimal(0), ...texts.units),
    description: described(prose(), ...texts.description),
    from_datetime: described(momentText(), ...texts.periodStart),
    to_datetime: described(momentText(), ...texts.periodEnd),
    tax_codes: described(textList(), ...texts.taxCodes),
  }),
  'An add-on to bill once; absent fields default to those of the add-on',
);
export type OneOffFee = BodyInput<typeof OneOffFee>;

/**
 * The service looks up the invoice's references before it validates its currency and its fees (invoices, section 10).
 */
export const OneOffInvoiceCreate = described(
  body({
    external_customer_id: described(expected(text()), ...texts.externalCustomerId),
    billing_entity_code: described(text(), ...texts.billingEntityCode),
    currency: described(text(), ...texts.currency),
    purchase_order_number: described(trimmedText(), ...texts.purchaseOrderNumber),
    fees: expected(withElements(recordList(), OneOffFee)),
    payment_method: paymentMethodField(),
    invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
    skip_psp: described(flag(), 'Whether the payment provider is bypassed'),
  }),
  'An invoice of add-ons',
);
export type OneOffInvoiceCreate = BodyInput<typeof OneOffInvoiceCreate>;

export const oneOffInvoiceRoutes = {
  create: route({
    service: 'invoicing',
    permission: 'invoice',
    method: 'POST',
    path: '/invoices',
    summary: 'Create a one-off invoice for add-ons',
    wrapper: 'invoice',
    body: OneOffInvoiceCreate,
    repetition: 'answered',
    answer: { invoice: IssuedInvoice },
  }),
};
