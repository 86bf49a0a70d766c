// The seller of the payment stories at Stripe: its connection to the double, and its customers there.
import type { Api } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import type { StripeControl } from '@tollgate/stripe/control-client';
import type { StripeDouble } from '@tollgate/stripe/double';
import { checkoutPageOf, methodsOf, newSeller, putCustomer, readInvoice, totalOf } from '../seller.ts';

/** The players: a service, the part of it that charges, and the double. */
export interface PaymentsPlay {
  service: Service;
  payments: { kill(signal: NodeJS.Signals): Promise<unknown>; start(): Promise<unknown> };
  stripe: StripeDouble;
  invoices: number;
  kills: number;
  /** The address of the service's database, as its owner. */
  databaseUrl(): string;
  /** The logs of all processes. */
  readLog(): string;
}

export const patience = { timeoutMs: 180_000 };

export const isPaid = (api: Api, id: string, status: string) => async () =>
  (await readInvoice(api, id)).payment_status === status;

/** How many invoices are paid. */
export const paidOf = (api: Api): Promise<number> => totalOf(api, 'invoices?payment_status=succeeded');

/** Connects the double, and creates a customer there. */
export async function connect(service: Service, key: string): Promise<Api> {
  const { api } = await newSeller(service, { name: 'Payments' });
  const provider = { provider: 'stripe', code: 'main', name: 'Stripe', secret_key: key, supports_3ds: true };
  const connected = await api.ok<{ payment_provider: { webhook_registered: boolean } }>(
    'POST',
    '/api/v1/payment_providers',
    { payment_provider: provider },
  );
  equal('the registration of events', connected.payment_provider.webhook_registered, true);
  await addCustomer(api, 'c');
  return api;
}

/** Creates a customer, here and at the double. */
export async function addCustomer(api: Api, id: string): Promise<void> {
  const link = { payment_provider: 'stripe', payment_provider_code: 'main', sync_with_provider: true, sync: true };
  await putCustomer(api, id, { country: 'DE', billing_configuration: link });
}

/** A customer enters a card on the page of the double, which becomes its default method. */
export async function enterCard(api: Api, control: StripeControl, method: string, id = 'c'): Promise<void> {
  const known = (await methodsOf(api, id)).length;
  const session = /cs_\w+/.exec(await checkoutPageOf(api, id))?.[0] ?? '';
  await control.completeCheckout(session, { payment_method: method });
  await waitFor('the card', async () => (await methodsOf(api, id)).length > known, patience);
}
