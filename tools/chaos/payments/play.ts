// Payments through a double of GoCardless or Adyen: a service connects, creates a customer, charges, refunds, and is
// refused. Then it is killed while it charges, calls of the double fail at random, and events come in batches, repeated
// and in disorder. In the end both have the same books.
import { type Api, CallFailed } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { sleep, waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import type { Standalone } from '@tollgate/harness/standalone';
import type { ProviderDouble, ProviderName } from '@tollgate/payment-providers/double';
import {
  checkoutPageOf,
  methodsOf,
  newSeller,
  paymentPageOf,
  paymentsOf,
  putCustomer,
  readInvoice,
  refund,
  sell,
} from '../seller.ts';
import { type Ways, waysOf } from './ways.ts';

/** The players. */
export interface ProviderPlay {
  name: ProviderName;
  service: Standalone;
  double: ProviderDouble;
  invoices: number;
  kills: number;
  readLog(): string;
}

const customer = 'customer-1';
const patience = { timeoutMs: 240_000 };

/** An organization that takes payments from a double. */
interface Scene extends ProviderPlay {
  api: Api;
  organizationId: string;
  ways: Ways;
}

const statusOf = async (api: Api, id: string): Promise<string> => (await readInvoice(api, id)).payment_status;

const reaches = (what: string, api: Api, id: string, status: string): Promise<void> =>
  waitFor(what, async () => (await statusOf(api, id)) === status, patience);

/** The double sends its events to the present address of the service. */
const follow = ({ double, service, name }: ProviderPlay, organizationId: string): Promise<void> =>
  double.control.setAddress(`${service.baseUrl}/webhooks/${name}/${organizationId}?code=main`);

/** Connects the double, and links a customer. */
async function connect(play: ProviderPlay): Promise<Scene> {
  const { name, service, double } = play;
  const { api, id: organizationId } = await newSeller(service, { name });
  const { payment_provider: connected } = await api.ok<{ payment_provider: Record<string, unknown> }>(
    'POST',
    '/api/v1/payment_providers',
    {
      payment_provider: {
        ...{ provider: name, code: 'main', name, secret_key: double.key, webhook_secret: double.webhookSecret },
        ...(double.merchantAccount === '' ? {} : { merchant_account: double.merchantAccount }),
      },
    },
  );
  equal('the check of events', connected['webhook_registered'], true);
  await follow(play, organizationId);
  const link = { payment_provider: name, payment_provider_code: 'main', sync_with_provider: true, sync: true };
  await putCustomer(api, customer, { email: 'pay@acme.example', country: 'DE', billing_configuration: link });
  return { ...play, api, organizationId, ways: waysOf(name, double.control) };
}

/** The customer agrees on the page of the double, which stores its method. */
async function agree({ api, ways }: Scene): Promise<string> {
  const known = (await methodsOf(api, customer)).length;
  await ways.completePage(await checkoutPageOf(api, customer));
  await waitFor('the method', async () => (await methodsOf(api, customer)).length > known, patience);
  return (await methodsOf(api, customer))[0]?.provider_method_id ?? '';
}

/** Each invoice is paid once, however calls fail, events repeat and processes die. */
async function chargeInTrouble(scene: Scene): Promise<void> {
  const { api, double, ways, service, kills, invoices } = scene;
  const { control } = double;
  const trouble = { path: ways.paymentsPath, method: 'POST', probability: 0.2 };
  await control.addFault({ kind: 'cut', when: 'after', seed: 1, ...trouble });
  await control.addFault({ kind: 'error', when: 'before', seed: 2, ...trouble });
  await control.addFault({ kind: 'rate_limit', seed: 3, ...trouble });
  await control.setDeliveries({ hold: true, batch: 5 });
  const sold: string[] = [];
  for (let kill = 0; kill <= kills; kill++) {
    const until = Math.ceil((invoices * (kill + 1)) / (kills + 1));
    while (sold.length < until) sold.push((await sell(api, customer)).svc_id);
    if (kill === kills) break;
    await sleep(300);
    await service.crash();
    await follow(scene, scene.organizationId);
  }
  await control.clearFaults();
  await waitFor(
    'all payments at the provider',
    async () => {
      const { payments } = await control.ledger();
      return payments.length >= sold.length + 1;
    },
    patience,
  );
  await ways.payOut();
  await control.setDeliveries({ hold: false });
  await control.send({ which: 'held', order: 'shuffled', seed: 4, copies: 2 });
  await waitFor(
    'all payments',
    async () => {
      await control.send({ which: 'unconfirmed', order: 'reversed' });
      return (await Promise.all(sold.map((id) => statusOf(api, id)))).every((status) => status === 'succeeded');
    },
    patience,
  );
  await control.send({ which: 'all', order: 'reversed' });
  await control.setDeliveries({ batch: 1 });
}

/** The books of the service and of the double agree. */
async function compareBooks({ api, double }: Scene): Promise<void> {
  const { payments, refunds } = await double.control.ledger();
  const keys = payments.map(({ key }) => key).filter((key) => key !== null);
  equal('the number of payments made twice', keys.length - new Set(keys).size, 0);
  const paid = (await paymentsOf(api)).filter((one) => one.payment_status === 'succeeded');
  const made = payments.filter(({ status }) => status === 'paid_out' || status === 'Authorised');
  equal('the number of payments', paid.length, made.length);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  equal('their sum', sum(paid.map((one) => one.amount_cents)), sum(made.map((one) => one.amount)));
  equal('the sum of refunds', sum(refunds.map((one) => one.amount)), 400);
}

/** A payment whose event has a wrong signature stays as it is. */
async function forge({ api, double, ways }: Scene): Promise<void> {
  const { control } = double;
  await control.setDeliveries({ forged: true });
  const { svc_id: id } = await sell(api, customer);
  await waitFor('the payment', async () => (await control.ledger()).payments.length > 0, patience);
  await ways.payOut();
  await control.settle();
  await control.setDeliveries({ forged: false });
  if (ways.paysLater) equal('the invoice', await statusOf(api, id), 'pending');
  await control.send({ which: 'unconfirmed' });
  await reaches('the payment', api, id, 'succeeded');
}

async function refusePage({ api, ways }: Scene): Promise<void> {
  const { svc_id: id } = await sell(api, customer);
  const refused = await api.ok('POST', `/api/v1/invoices/${id}/payment_url`).then(
    () => null,
    (error: unknown) => (error instanceof CallFailed ? error.body : null),
  );
  equal('the answer', JSON.stringify(refused?.['error_details']), '{"base":["invalid_payment_provider"]}');
  await ways.awaitPayments();
  await ways.payOut();
  await reaches('the payment', api, id, 'succeeded');
}

/** Plays every step with one provider. */
export async function playProvider(report: Report, play: ProviderPlay): Promise<void> {
  const scene = await connect(play);
  const { api, ways, double, name } = scene;
  const step = (what: string, run: () => Promise<void>) => report.attempt(`${name}: ${what}`, run);
  let method = '';
  await step('a method pays an invoice, and a part goes back', async () => {
    method = await agree(scene);
    await forge(scene);
    const [{ svc_payable_id: id } = { svc_payable_id: '' }] = await paymentsOf(api);
    await refund(api, id, { amount: 400, ...patience, help: () => ways.endRefunds() });
  });
  await step('invoices are paid once, while calls fail and the service is killed', () => chargeInTrouble(scene));
  await step('the books of both are the same', () => compareBooks(scene));
  await step('a refused payment pays nothing', async () => {
    await ways.refuseNext(method);
    const { svc_id: id } = await sell(api, customer);
    await ways.refuse();
    await reaches('the refusal', api, id, 'failed');
    equal('the paid amount', (await readInvoice(api, id)).total_paid_amount_cents, 0);
  });
  await step('a payment that the bank takes back is a lost dispute', async () => {
    const { svc_id: id } = await sell(api, customer);
    await ways.awaitPayments();
    await ways.payOut();
    await reaches('the payment', api, id, 'succeeded');
    await ways.takeBackLast();
    await waitFor('the loss', async () => (await readInvoice(api, id)).payment_dispute_lost_at !== null, patience);
    equal('the payment', await statusOf(api, id), 'succeeded');
  });
  // From the first page on, first charges wait ten minutes.
  if (ways.hasPages)
    await step('a page pays an invoice', async () => {
      await ways.refuseNext(method);
      const { svc_id: id } = await sell(api, customer);
      await reaches('the refusal', api, id, 'failed');
      await ways.completePage(await paymentPageOf(api, id));
      await reaches('the payment', api, id, 'succeeded');
    });
  else await step('an invoice has no page', () => refusePage(scene));
  await step('no secret is in the log', () => {
    const log = scene.readLog();
    for (const secret of [double.key, double.webhookSecret]) equal('the log', log.includes(secret), false);
    return Promise.resolve();
  });
}
