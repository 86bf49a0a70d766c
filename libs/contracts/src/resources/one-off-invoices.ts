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
import { InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { IssuedInvoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

/** An add-on on a one-off invoice; missing fields are those of the add-on (invoices, section 10). */
export const OneOffFee = body({
  add_on_code: expected(text()),
  invoice_display_name: text(),
  unit_amount_cents: integer(0),
  units: decimal(0),
  description: prose(),
  from_datetime: momentText(),
  to_datetime: momentText(),
  tax_codes: textList(),
});
export type OneOffFee = BodyInput<typeof OneOffFee>;

/**
 * The service looks up the invoice's references before it validates its currency and its fees (invoices, section 10).
 */
export const OneOffInvoiceCreate = body({
  external_customer_id: expected(text()),
  billing_entity_code: text(),
  currency: text(),
  purchase_order_number: trimmedText(),
  fees: expected(withElements(recordList(), OneOffFee)),
  payment_method: paymentMethodField(),
  invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
  skip_psp: flag(),
});
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
    answer: { invoice: IssuedInvoice },
  }),
};
