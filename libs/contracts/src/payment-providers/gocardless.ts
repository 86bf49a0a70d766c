import type { PublishedProvider } from './published-provider.js';

/** GoCardless (webhooks, section 12). The second address takes the tokens of its sandbox. */
export const gocardless = {
  name: 'gocardless',
  title: 'GoCardless',
  isForTests: false,
  settings: {},
  required: ['secret_key', 'webhook_secret'],
  forms: {},
  addresses: {
    GOCARDLESS_API_URL: 'https://api.gocardless.com',
    GOCARDLESS_SANDBOX_API_URL: 'https://api-sandbox.gocardless.com',
  },
  hasPaymentPages: false,
  methodTypes: null,
  meterEvents: null,
} as const satisfies PublishedProvider;
