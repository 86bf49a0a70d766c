import { isAscii } from '@tollgate/contracts';
import { toProviderAmount } from '../currency-units.rules.js';
import type { ChargeRequest } from '../ports/charges.js';
import type { CustomerData } from '../ports/customers.js';
import type { RefundRequest } from '../ports/refunds.js';
import { gocardlessCurrencies } from './currencies.js';

/** Where GoCardless sends payers unless the connection names an address. */
export const defaultRedirect = 'https://gocardless.com/';
/** The scheme of mandates from the page of a customer (webhooks, section 12). */
export const scheme = 'bacs';

const longestDescription = 100;
const longestName = 255;

/**
 * Converts a new customer's data: its names, its mail address, and our names for it (webhooks, section 12). GoCardless
 * needs the name of a company, or both of a person: where these are missing, what else names the customer is the company.
 */
export function customerParams({ id, externalId, names, email }: CustomerData) {
  const { company, first, last } = names ?? { company: null, first: null, last: null };
  const isNamed = company !== null || (first !== null && last !== null);
  const fields = {
    // GoCardless knows addresses in ASCII alone.
    email: email !== null && isAscii(email) ? email : null,
    company_name: isNamed ? company : (first ?? last ?? externalId),
    given_name: first,
    family_name: last,
  };
  return {
    ...filled(fields),
    metadata: { svc_customer_id: id, customer_id: externalId.slice(0, 500) },
  };
}

const filled = (fields: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value.slice(0, longestName)]])),
  ) as Record<string, string>;

/**
 * Converts a payment request. GoCardless stores three names of ours; the service decides about retries, so that
 * GoCardless does not repeat a failed debit.
 */
export const paymentParams = (
  { key, amountCents, currency, description, metadata }: ChargeRequest,
  mandateId: string,
) => ({
  amount: toProviderAmount(gocardlessCurrencies, amountCents, currency),
  // GoCardless refuses currencies that it does not know.
  currency: currency.toUpperCase() as 'EUR',
  description: description.slice(0, longestDescription),
  retry_if_possible: false,
  metadata: {
    svc_payment_id: key,
    svc_payable_id: metadata['svc_payable_id'] ?? '',
    svc_payable_type: metadata['svc_payable_type'] ?? '',
  },
  links: { mandate: mandateId },
});

/** Converts a refund of a part of a payment. @param refunded the sum of its earlier refunds, which GoCardless checks */
export function refundParams({ key, amountCents, currency }: RefundRequest, paymentId: string, refunded: number) {
  const amount = toProviderAmount(gocardlessCurrencies, amountCents, currency);
  return {
    amount,
    total_amount_confirmation: refunded + amount,
    metadata: { svc_refund_key: key },
    links: { payment: paymentId },
  };
}
