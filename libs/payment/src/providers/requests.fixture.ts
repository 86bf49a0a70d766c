import type { ProviderAccount } from './ports/account.js';
import type { ChargeRequest } from './ports/charges.js';
import type { CustomerData } from './ports/customers.js';

/** A connection with a key and a secret. */
export const accountOf = (changes: Partial<ProviderAccount> = {}): ProviderAccount => ({
  organizationId: 'o',
  connectionId: 'c',
  secrets: { key: 'sandbox_secret-token', webhookSecret: 'secret' },
  redirectUrl: null,
  requiresConsent: false,
  supportsActions: false,
  settings: { merchant_account: null, live_prefix: null },
  ...changes,
});

export const paymentId = '018f0000-0000-7000-8000-00000000000a';

/** A charge of 10.00. */
export const chargeOf = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  key: paymentId,
  amountCents: 1000n,
  currency: 'EUR',
  customerId: 'CU1',
  methodId: 'MD1',
  methodTypes: ['sepa_debit'],
  countries: { customer: 'FR', issuer: 'DE' },
  description: 'Acme - Invoice A-1',
  metadata: { svc_payable_id: 'invoice', svc_payable_type: 'Invoice', svc_billing_entity_id: 'issuer' },
  mayRequireAction: false,
  onSession: false,
  at: 0,
  ...changes,
});

/** A customer with a company's name and a person's. */
export const customerData = (changes: Partial<CustomerData> = {}): CustomerData => ({
  id: '018f0000-0000-7000-8000-00000000000c',
  externalId: 'acme',
  name: 'Acme',
  names: { company: 'Acme', first: 'Ada', last: null },
  email: 'pay@acme.example',
  phone: null,
  address: { line1: null, line2: null, city: null, postalCode: null, state: null, country: null },
  methodTypes: ['card'],
  ...changes,
});
