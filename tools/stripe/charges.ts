// Charges: the attempts of payment intents. They are made by confirmation alone.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { addEntry } from './balance.ts';
import { newId } from './ids.ts';
import { page, searchResult, type SearchParameters } from './lists.ts';
import { refuseOthers } from './method-types.ts';
import type { Decline } from './test-methods.ts';

const url = '/v1/charges';

/** How an attempt is made. */
export interface Attempt {
  method: Stripe.PaymentMethod;
  mandate?: string;
  isAuthenticated?: boolean;
  reference?: string;
}

function cardDetails(
  method: Stripe.PaymentMethod,
  card: Stripe.PaymentMethod.Card,
  { mandate = null as string | null, isAuthenticated = false },
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: method.id.slice(-15),
    regulated_status: card.regulated_status,
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

function detailsOf(attempt: Attempt, amount: number): Stripe.Charge.PaymentMethodDetails {
  const { method, mandate = null, isAuthenticated = false, reference = null } = attempt;
  const type = method.type;
  if (method.card) return { type, card: cardDetails(method, method.card, { mandate, isAuthenticated }, amount) };
  if (method.sepa_debit) {
    const { bank_code, branch_code, country, fingerprint, last4 } = method.sepa_debit;
    return { type, sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate } };
  }
  if (method.bacs_debit) return { type, bacs_debit: { ...method.bacs_debit, mandate } };
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = method.us_bank_account;
    const bank = { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number };
    return { type, us_bank_account: { ...bank, ...(mandate && { mandate }), payment_reference: reference } };
  }
  if (method.boleto) return { type, boleto: { tax_id: method.boleto.tax_id } };
  if (method.link) return { type, link: { country: null } };
  if (method.crypto) return { type, crypto: {} };
  return { type, customer_balance: {} };
}

function outcomeOf(status: Stripe.Charge.Status, failure: Decline | undefined): Stripe.Charge.Outcome {
  const isBlocked = failure?.decline_code === 'fraudulent';
  return {
    advice_code: failure?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: failure && !isBlocked ? '05' : null,
    network_status: failure ? (isBlocked ? 'not_sent_to_network' : 'declined_by_network') : 'approved_by_network',
    reason: isBlocked ? 'highest_risk_level' : (failure?.decline_code ?? null),
    risk_level: isBlocked ? 'highest' : 'normal',
    risk_score: isBlocked ? 90 : 10,
    seller_message: failure ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: failure ? (isBlocked ? 'blocked' : 'issuer_declined') : 'authorized',
  };
}

/**
 * Adds a charge of an intent, without an event.
 * @param status `pending` until a bank answers
 * @param failure the reason of status `failed`
 */
export function addCharge(
  account: Account,
  intent: Stripe.PaymentIntent,
  attempt: Attempt,
  status: Stripe.Charge.Status,
  failure?: Decline,
): Stripe.Charge {
  const { method } = attempt;
  const isCaptured = status !== 'failed' && intent.capture_method !== 'manual';
  const id = newId(method.type === 'card' || method.type === 'link' ? 'ch' : 'py');
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isCaptured && status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: intent.statement_descriptor ?? 'DOUBLE',
    captured: isCaptured,
    created: account.clock.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(status, failure),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(attempt, intent.amount),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'failed' ? null : `${account.base}/receipts/${account.id}/${id}`,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
  if (status === 'succeeded' && isCaptured) book(account, charge, intent.amount);
  return account.created(account.charges, charge);
}

/** The money of a charge comes to the balance. */
export function book(account: Account, charge: Stripe.Charge, amount: number): void {
  const type = charge.id.startsWith('py_') ? 'payment' : 'charge';
  const entry = {
    amount,
    currency: charge.currency,
    type,
    source: charge.id,
    description: charge.description,
  } as const;
  charge.balance_transaction = addEntry(account, entry).id;
}

export function listCharges(account: Account, sent: Stripe.ChargeListParams): Stripe.ApiList<Stripe.Charge> {
  const { customer, payment_intent, transfer_group, ...parameters } = sent;
  return page(account.charges, url, parameters, (charge) => {
    if (customer !== undefined && charge.customer !== customer) return false;
    if (transfer_group !== undefined && charge.transfer_group !== transfer_group) return false;
    return payment_intent === undefined || charge.payment_intent === payment_intent;
  });
}

export function searchCharges(account: Account, sent: SearchParameters): Stripe.ApiSearchResult<Stripe.Charge> {
  const fields = ['amount', 'created', 'currency', 'customer', 'disputed', 'metadata', 'refunded', 'status'];
  return searchResult(account, account.charges, `${url}/search`, sent, fields);
}

export function updateCharge(account: Account, sent: Stripe.ChargeUpdateParams, id: string): Stripe.Charge {
  const charge = account.charges.get(id);
  const { description, metadata, receipt_email, ...others } = sent;
  refuseOthers(others);
  const previous = account.change(charge, {
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata: mergedMetadata(charge.metadata, metadata) }),
    ...(receipt_email !== undefined && { receipt_email }),
  });
  if (previous) account.emit('charge.updated', charge, previous);
  return charge;
}
