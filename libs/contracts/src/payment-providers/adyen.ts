import { text } from '../http/fields.js';
import { described } from '../http/texts.js';
import type { PublishedProvider } from './published-provider.js';

/** The part of live addresses that belongs to a company; it becomes a part of a host name. */
const livePrefix = /^[a-z\d](?:[a-z\d-]{0,98}[a-z\d])?$/i;
/** HMAC keys: bytes in hexadecimal. */
const hmacKey = /^(?:[\da-f]{2}){16,64}$/i;

/** Adyen (webhooks, section 12). Its addresses follow from the live prefix; the variable replaces them in tests. */
export const adyen = {
  name: 'adyen',
  title: 'Adyen',
  isForTests: false,
  settings: {
    merchant_account: described(text(), 'Merchant account at Adyen; null at other providers', 'AcmeCOM'),
    live_prefix: described(
      text(),
      "Prefix of the company's live addresses at Adyen; null for tests",
      '1797a841fbb37ca7-Acme',
    ),
  },
  required: ['secret_key', 'webhook_secret', 'merchant_account'],
  forms: { webhook_secret: hmacKey, live_prefix: livePrefix },
  addresses: { ADYEN_API_URL: null },
  hasPaymentPages: true,
  methodTypes: null,
  meterEvents: null,
} as const satisfies PublishedProvider;
