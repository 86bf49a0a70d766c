// The doors of payment providers, which sign what they send, and the doubles that such connections need.
import { createHmac } from 'node:crypto';
import type { Api } from '@tollgate/harness/api';
import { type ProviderDouble, startProvider } from '@tollgate/payment-providers/double';
import { startStripe, type StripeDouble } from '@tollgate/stripe/double';
import type { Door } from './door.ts';

export interface Doubles {
  stripe: StripeDouble;
  gocardless: ProviderDouble;
  adyen: ProviderDouble;
}

export const startDoubles = async (): Promise<Doubles> => ({
  stripe: await startStripe(),
  gocardless: await startProvider('gocardless'),
  adyen: await startProvider('adyen'),
});

export async function stopDoubles({ stripe, gocardless, adyen }: Doubles): Promise<void> {
  for (const double of [stripe, gocardless, adyen]) await double.stop();
}

/** The settings of a service that reaches them. */
export const settingsOf = ({ stripe, gocardless, adyen }: Doubles): Record<string, string> => ({
  STRIPE_API_URL: stripe.url,
  GOCARDLESS_SANDBOX_API_URL: gocardless.url,
  ADYEN_API_URL: adyen.url,
});

const stripeEvent = {
  id: 'evt_hostile',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1767225600,
  livemode: false,
  data: { object: { id: 'pi_hostile', object: 'payment_intent', amount: 100, currency: 'eur', metadata: { a: 'b' } } },
};
const goCardlessEvents = {
  events: [
    {
      id: 'EV0HOSTILE',
      created_at: '2026-01-01T00:00:00.000Z',
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: 'PM0HOSTILE' },
      details: { origin: 'gocardless', cause: 'payment_confirmed', description: 'x' },
      metadata: {},
    },
  ],
};
const adyenItems = {
  live: 'false',
  notificationItems: [
    {
      NotificationRequestItem: {
        eventCode: 'AUTHORISATION',
        success: 'true',
        eventDate: '2026-01-01T00:00:00+01:00',
        merchantAccountCode: 'AcmeCOM',
        merchantReference: 'r',
        pspReference: 'HOSTILE',
        amount: { currency: 'EUR', value: 100 },
        additionalData: { hmacSignature: 'eA==' },
      },
    },
  ],
};

/** Connects the doubles to an organization, and returns the doors of their events. */
export async function makeProviderDoors(api: Api, organizationId: string, doubles: Doubles): Promise<Door[]> {
  const connect = (provider: string, more: object) =>
    api.ok('POST', '/api/v1/payment_providers', {
      payment_provider: { provider, code: provider, name: provider, ...more },
    });
  await connect('stripe', { secret_key: doubles.stripe.key });
  for (const name of ['gocardless', 'adyen'] as const) {
    const { key: secret_key, webhookSecret: webhook_secret, merchantAccount: merchant_account } = doubles[name];
    await connect(name, { secret_key, webhook_secret, ...(merchant_account === '' ? {} : { merchant_account }) });
  }
  const door = (provider: string, json: unknown, headers: Record<string, string>, sign: Door['sign']): Door => ({
    name: `events of ${provider}`,
    path: `/webhooks/${provider}/${organizationId}?code=${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: { json },
    refuses: 'empty',
    ...(sign ? { sign } : {}),
  });
  const wrongStripe = { 'stripe-signature': `t=1767225600,v1=${'0'.repeat(64)}` };
  return [
    // Only the double knows the secret of this connection, and Adyen's signature is inside its body.
    door('stripe', stripeEvent, wrongStripe, () => wrongStripe),
    door('adyen', adyenItems, {}, () => ({})),
    door('gocardless', goCardlessEvents, { 'webhook-signature': '0'.repeat(64) }, (body) => ({
      'webhook-signature': createHmac('sha256', doubles.gocardless.webhookSecret).update(body).digest('hex'),
    })),
  ];
}
