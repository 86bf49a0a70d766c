// The common part of the double's tests: a double, the official SDK on it, and a receiver of events.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Stripe } from 'stripe';
import { StripeControl } from './control-client.ts';
import { startStripe, type StripeDouble } from './double.ts';

export interface TestBench {
  double: StripeDouble;
  control: StripeControl;
  /** The SDK with the key of the first account. It repeats nothing by itself. */
  stripe: Stripe;
  sdk(key: string): Stripe;
  /** They run when the bench ends. */
  cleanups: (() => Promise<void>)[];
  stop(): Promise<void>;
}

export async function startBench(): Promise<TestBench> {
  const double = await startStripe();
  const control = new StripeControl(double.url);
  await control.setSearchLag(0);
  // Time passes by steps alone, so that a slow machine changes nothing.
  await control.setClock({ is_frozen: true });
  const sdk = (key: string) =>
    new Stripe(key, { host: double.host, port: double.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  const cleanups: TestBench['cleanups'] = [];
  const stop = async () => {
    for (const cleanup of cleanups) await cleanup();
    await double.stop();
  };
  return { double, control, stripe: sdk(double.key), sdk, cleanups, stop };
}

/** An endpoint of a test: it checks signatures by the SDK and keeps the events. */
export interface Receiver {
  url: string;
  events: Stripe.Event[];
  /** How many arrived with a signature that is not right. */
  forged: number;
  /** The status that it answers with. */
  status: number;
  types(): string[];
  stop(): Promise<void>;
}

/** Registers an endpoint for types of events, which must not be empty, and receives there. */
export async function startReceiver(
  { stripe, cleanups }: TestBench,
  types: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = ['*'],
): Promise<Receiver> {
  let secret = '';
  const receiver: Receiver = {
    url: '',
    events: [],
    forged: 0,
    status: 200,
    types: () => receiver.events.map(({ type }) => type),
    stop: async () => {
      if (!server.listening) return;
      await stripe.webhookEndpoints.del(endpoint.id);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      try {
        const signature = request.headers['stripe-signature'] ?? '';
        receiver.events.push(stripe.webhooks.constructEvent(Buffer.concat(parts), signature, secret));
      } catch {
        receiver.forged += 1;
      }
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address);
  receiver.url = `http://127.0.0.1:${address.port}/events`;
  const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: types });
  assert(endpoint.secret);
  secret = endpoint.secret;
  cleanups.push(receiver.stop);
  return receiver;
}

/** The error of a call that must fail, checked to be of a class of the SDK. */
export async function failureOf<T extends new (...parameters: never[]) => Stripe.errors.StripeError>(
  call: Promise<unknown>,
  type: T,
): Promise<InstanceType<T>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof type, `${String(error)} is not a ${type.name}`);
  return error as InstanceType<T>;
}

/** A customer with an attached method. */
export async function customerWith(
  { stripe }: TestBench,
  method: string,
): Promise<{ customer: string; method: string }> {
  const customer = await stripe.customers.create({ email: 'a@example.org' });
  const attached = await stripe.paymentMethods.attach(method, { customer: customer.id });
  return { customer: customer.id, method: attached.id };
}

/** The parameters of an off-session charge as the product makes them. */
export const charge = (
  { customer, method }: { customer: string; method: string },
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams => ({
  amount: 1000,
  currency: 'eur',
  customer,
  payment_method: method,
  allowed_payment_method_types: ['card'],
  confirm: true,
  off_session: true,
  ...more,
});
