import type { PublishedProvider } from './published-provider.js';

/** Stripe (webhooks, section 11). */
export const stripe = {
  name: 'stripe',
  title: 'Stripe',
  isForTests: false,
  settings: {},
  required: ['secret_key'],
  forms: {},
  addresses: { STRIPE_API_URL: 'https://api.stripe.com' },
  hasPaymentPages: true,
  methodTypes: ['card', 'sepa_debit', 'us_bank_account', 'bacs_debit', 'link', 'boleto', 'crypto', 'customer_balance'],
  meterEvents: '/v1/billing/meter_events',
} as const satisfies PublishedProvider;
