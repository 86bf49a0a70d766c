// Reports of providers after a success: each one has its webhook, once.
import type { Body } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import { paymentsOf, price, refund, refundStatusOf, type Payment } from '../../seller.ts';
import { patience, type Booked, type Play, type Scene, type Way } from './scene.ts';

/** The acts of banks and people after a success. */
export interface Later {
  way: Way;
  /** Takes a payment back, in each way that the provider has. */
  losses: readonly { name: string; act(charge: string): Promise<unknown> }[];
  /** The money of the last loss comes back, and is lost again; null where a provider does not do that. */
  restore: ((charge: string) => Promise<unknown>) | null;
  loseAgain: ((charge: string) => Promise<unknown>) | null;
  /** Opens a dispute that is not lost; null where a provider has none. */
  open: ((charge: string) => Promise<unknown>) | null;
  /** Refunds fail after they succeeded, in each way that the provider has. */
  refundFailures: readonly { name: string; act(refund: string): Promise<unknown> }[];
  /** People refund a part in the provider's own pages. */
  refundByHand(charge: string, amount: number): Promise<unknown>;
}

const part = 400;
const ofInvoice = (id: string) => (object: Body) => (object['invoice'] as Body)['svc_id'] === id;

/** Plays everything that may follow a success at a provider. */
export async function playLater(report: Report, scene: Scene, play: Play, later: Later): Promise<void> {
  const step = (what: string, run: () => Promise<void>) => report.attempt(`${play.name}: ${what}`, run);
  for (const { name, act } of later.losses)
    await step(`${name} is a lost dispute`, async () => {
      const { id, booked } = await paid(scene, play, later.way);
      await act(booked.charge);
      await scene.awaitWebhook('invoice.payment_dispute_lost', ofInvoice(id));
      const invoice = await scene.read(id);
      equal('the status', invoice.payment_status, 'succeeded');
      equal('whether the dispute is lost', invoice.payment_dispute_lost_at !== null, true);
    });
  const { restore, loseAgain, open, losses } = later;
  if (restore)
    await step('money that comes back clears the loss', async () => {
      const { id, booked } = await paid(scene, play, later.way);
      await losses[0]?.act(booked.charge);
      await scene.awaitWebhook('invoice.payment_dispute_lost', ofInvoice(id));
      await restore(booked.charge);
      await scene.awaitWebhook(
        'invoice.payment_dispute_updated',
        (one) => ofInvoice(id)(one) && one['status'] === 'won',
      );
      equal('the loss', (await scene.read(id)).payment_dispute_lost_at, null);
      if (!loseAgain) return;
      await loseAgain(booked.charge);
      const published = () => scene.publishedOf('invoice.payment_dispute_lost', ofInvoice(id)).length;
      await waitFor('the second loss', () => Promise.resolve(published() === 2), patience);
    });
  if (open)
    await step('an open dispute has a webhook', async () => {
      const { id, booked } = await paid(scene, play, later.way);
      await open(booked.charge);
      const isOpened = (one: Body) => ofInvoice(id)(one) && one['status'] === 'opened';
      await scene.awaitWebhook('invoice.payment_dispute_updated', isOpened);
      equal('the loss', (await scene.read(id)).payment_dispute_lost_at, null);
    });
  for (const { name, act } of later.refundFailures)
    await step(`${name} fails the refund of a note that had succeeded`, async () => {
      const { id } = await paid(scene, play, later.way);
      const note = await refund(scene.api, id, { amount: part, ...patience, help: () => play.endRefunds() });
      await act((await refundOf(play, note))?.id ?? '');
      await scene.awaitWebhook('credit_note.refund_failure', (one) => one['svc_credit_note_id'] === note);
      await waitFor('the status', async () => (await refundStatusOf(scene.api, note)) === 'failed', patience);
    });
  await step('a refund in the pages of the provider has a webhook', async () => {
    const { id, payment, booked } = await paid(scene, play, later.way);
    await later.refundByHand(booked.charge, part);
    const ofPayment = (one: Body) => one['svc_id'] === payment.svc_id;
    const published = () => scene.publishedOf('payment.refunded', ofPayment).map((one) => one['refund'] as Body);
    await waitFor('the refund', () => play.endRefunds().then(() => published().length > 0), patience);
    const [{ origin, amount_cents: amount } = { origin: '', amount_cents: 0 }] = published();
    equal('the refund', { origin, amount }, { origin: 'provider', amount: part });
    const activities = `/api/v1/activity_logs?activity_types[]=invoice.payment_refunded_externally&resource_ids[]=${id}`;
    const listed = async () => (await scene.api.ok<{ activity_logs: Body[] }>('GET', activities)).activity_logs.length;
    await waitFor('the activity', async () => (await listed()) === 1, patience);
  });
}

/**
 * Sold credits stay when their payment is lost, and a webhook says so. Play this before the first page: afterwards first
 * charges wait.
 */
export async function playCredits(report: Report, scene: Scene, play: Play, later: Later): Promise<void> {
  const { name, act } = later.losses[0] as Later['losses'][number];
  await report.attempt(`${play.name}: ${name} of sold credits leaves them, with a webhook`, async () => {
    const wallet = {
      external_customer_id: later.way,
      rate_amount: '1',
      currency: 'EUR',
      paid_credits: String(price / 100),
    };
    const { wallet: made } = await scene.api.ok<{ wallet: { svc_id: string } }>('POST', '/api/v1/wallets', { wallet });
    const payments = async () => (await paymentsOf(scene.api)).filter(({ type }) => type === 'provider');
    await waitFor('the request', async () => Boolean((await payments())[0]?.provider_payment_id), patience);
    await play.succeed(later.way, { urls: [], paymentIds: [] });
    const balance = async () =>
      (await scene.api.ok<{ wallet: { balance_cents: number } }>('GET', `/api/v1/wallets/${made.svc_id}`)).wallet
        .balance_cents;
    await waitFor('the credits', async () => (await balance()) === price, patience);
    const booked = (await play.books()).get((await payments())[0]?.provider_payment_id ?? '');
    await act(booked?.charge ?? '');
    await scene.awaitWebhook('invoice.payment_dispute_lost', () => true);
    await scene.awaitWebhook('wallet_transaction.payment_failure', ({ provider_error: error }) => error !== null);
    equal('the balance', await balance(), price);
  });
}

/** Sells and charges. @returns the invoice, its payment, and what the books of the provider say */
async function paid(scene: Scene, play: Play, way: Way): Promise<{ id: string; payment: Payment; booked: Booked }> {
  const { svc_id: id } = await scene.sell(way);
  await scene.retry(id);
  const payment = async () => (await scene.paymentsOf(id))[0];
  await waitFor('the request', async () => Boolean((await payment())?.provider_payment_id), patience);
  await play.succeed(way, { urls: [], paymentIds: [] });
  await waitFor('the payment', async () => (await scene.read(id)).payment_status === 'succeeded', patience);
  const made = (await payment()) as Payment;
  equal('what was kept', made.amount_cents, price);
  return { id, payment: made, booked: (await play.books()).get(made.provider_payment_id ?? '') as Booked };
}

const refundOf = async (play: Play, key: string) =>
  [...(await play.books()).values()].flatMap(({ refunds }) => refunds).find((one) => one.key === key);
