// The form of checkout sessions and their lines.
import type { Stripe } from 'stripe';
import { invalid, missing } from './errors.ts';
import { checkAmount, checkCurrency } from './currencies.ts';
import { newId } from './ids.ts';
import { refuseOthers, refuseUnmodeled } from './method-types.ts';

type Session = Stripe.Checkout.Session;

/** A line, as far as prices are modeled. */
export type SessionLine = Pick<
  Stripe.LineItem,
  | 'id'
  | 'object'
  | 'amount_discount'
  | 'amount_subtotal'
  | 'amount_tax'
  | 'amount_total'
  | 'currency'
  | 'description'
  | 'quantity'
>;

/** @returns a session that is open, with the fields that the double never sets */
export function emptySession(id: string, mode: Session['mode'], created: number): Session {
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: created,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'setup' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [],
    payment_status: 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
  };
}

/** @returns the lines of a session. @throws Failure for a line without a price of its own, or in another currency */
export function lineItems(sent: Stripe.Checkout.SessionCreateParams.LineItem[]): SessionLine[] {
  return sent.map((line, place) => {
    const param = `line_items[${place}]`;
    const { price, price_data, quantity = 1, ...others } = line;
    refuseOthers(others);
    if (price !== undefined) throw missing('price', price, { param: `${param}[price]` });
    if (!price_data?.product_data || price_data.unit_amount === undefined)
      throw invalid(`Missing required param: ${param}[price_data].`, {
        code: 'parameter_missing',
        param: `${param}[price_data]`,
      });
    refuseUnmodeled(price_data, ['currency', 'product_data', 'tax_behavior', 'unit_amount']);
    checkCurrency(price_data.currency, `${param}[price_data][currency]`);
    if (quantity < 1)
      throw invalid('Quantities must be at least 1.', {
        code: 'parameter_invalid_integer',
        param: `${param}[quantity]`,
      });
    const amount = price_data.unit_amount * quantity;
    return {
      id: newId('li'),
      object: 'item',
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price_data.currency,
      description: price_data.product_data.name,
      quantity,
    };
  });
}

/** @returns the sum of lines. @throws Failure if their currencies differ, or the sum cannot be charged */
export function totalOf(lines: SessionLine[]): { amount: number; currency: string } {
  const currency = lines[0]?.currency ?? '';
  if (lines.some((line) => line.currency !== currency))
    throw invalid('All prices on a Checkout Session must have the same currency.', { param: 'line_items' });
  const amount = lines.reduce((sum, line) => sum + line.amount_total, 0);
  checkAmount(amount, currency, 'line_items');
  return { amount, currency };
}
