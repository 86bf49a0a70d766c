// Every way of paying with everything that may happen meanwhile. For each payment, the invoice takes what is due, and the
// rest goes back.
import { equal } from '@tollgate/harness/expect';
import { waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import { meanwhiles, type Meanwhile } from './meanwhile.ts';
import { price, type Invoice, type Payment } from '../../seller.ts';
import { overdueAt, patience, returnedOf, type Play, type Scene, type Way } from './scene.ts';

/** A payment under way. */
interface Case {
  meanwhile: Meanwhile;
  /** The invoice to which something happens; a payment request has another one behind it. */
  invoices: Invoice[];
  url: string | null;
}

/** Plays a way, with all that may happen meanwhile at once. */
export async function playWay(report: Report, scene: Scene, play: Play, way: Way): Promise<void> {
  let cases: Case[] = [];
  const isBegun = await attempted(report, `${play.name}: payments by ${way} begin`, async () => {
    const count = way === 'payment request' ? 2 : 1;
    cases = await Promise.all(
      meanwhiles.map(async (meanwhile) => ({
        meanwhile,
        invoices: await Promise.all(Array.from({ length: count }, () => scene.sell(way))),
        url: null,
      })),
    );
    if (way === 'payment request') await scene.api.advanceClock(overdueAt);
    await play.hold(way);
    for (const one of cases) one.url = await begin(scene, way, one);
    if (way === 'intent') await play.awaitCards(cases.length);
    else if (way !== 'page') await Promise.all(cases.map((one) => awaitProcessing(scene, one)));
    await Promise.all(cases.map(({ meanwhile, invoices }) => meanwhile.act(scene, invoices[0]?.svc_id ?? '')));
    const payments = await Promise.all(cases.map((one) => paymentOf(scene, one)));
    await play.succeed(way, {
      urls: cases.flatMap(({ url }) => url ?? []),
      paymentIds: payments.flatMap((payment) => payment?.provider_payment_id ?? []),
    });
  });
  if (!isBegun) return;
  await Promise.all(cases.map((one) => awaitEnd(scene, one).catch(() => undefined)));
  for (const one of cases)
    await report.attempt(`${play.name}: ${way} meets ${one.meanwhile.name}`, () => check(scene, play, way, one));
}

async function attempted(report: Report, name: string, work: () => Promise<void>): Promise<boolean> {
  const { failed } = report.counts;
  await report.attempt(name, work);
  return report.counts.failed === failed;
}

/** @returns the page of the payment; null for others */
async function begin(scene: Scene, way: Way, { invoices }: Case): Promise<string | null> {
  const [{ svc_id: id } = { svc_id: '' }] = invoices;
  if (way === 'page') return scene.openPage(id);
  if (way === 'payment request') {
    const ids = invoices.map(({ svc_id }) => svc_id);
    const request = { external_customer_id: way, svc_invoice_ids: ids };
    await scene.api.ok('POST', '/api/v1/payment_requests', { payment_request: request });
  } else await scene.retry(id);
  return null;
}

const paymentOf = async (scene: Scene, { invoices }: Case): Promise<Payment | undefined> =>
  (await scene.paymentsOf(invoices[0]?.svc_id ?? '')).at(-1);

const awaitProcessing = (scene: Scene, one: Case): Promise<void> =>
  waitFor(
    'the payment under way',
    async () => {
      const payment = await paymentOf(scene, one);
      return payment?.payment_status === 'processing' && payment.provider_payment_id !== null;
    },
    patience,
  );

const awaitEnd = (scene: Scene, one: Case): Promise<void> =>
  waitFor(
    'the end of the payment',
    async () => ['succeeded', 'failed'].includes((await paymentOf(scene, one))?.payment_status ?? ''),
    patience,
  );

/** The payment, the books of the provider, the invoices, the receipt and the webhooks agree. */
async function check(scene: Scene, play: Play, way: Way, one: Case): Promise<void> {
  await awaitEnd(scene, one);
  const { meanwhile, invoices } = one;
  const charged = invoices.length * price;
  const due = charged - price + meanwhile.due;
  const payment = (await paymentOf(scene, one)) as Payment;
  const taken = payment.payment_status === 'succeeded' ? payment.amount_cents : 0;
  equal('what was taken', taken, Math.min(due, charged));
  const booked = async () => (await play.books()).get(payment.provider_payment_id ?? '');
  const returned = async () => returnedOf(await booked(), payment);
  await waitFor('what goes back', async () => (await returned()) >= charged - taken, patience);
  equal('what went back', await returned(), charged - taken);
  equal('what was charged', (await booked())?.charged, charged);
  for (const [index, { svc_id: id }] of invoices.entries())
    await checkInvoice(scene, id, index === 0 && meanwhile.due === 0);
  const ofPayment = (object: Record<string, unknown>) => object['svc_id'] === payment.svc_id;
  if (taken > 0) {
    const receipts = await scene.api.pages<{ payment: Payment }>('/api/v1/payment_receipts', 'payment_receipts');
    const amounts = receipts
      .filter((receipt) => ofPayment({ ...receipt.payment }))
      .map((one) => one.payment.amount_cents);
    equal('the amounts of receipts', amounts, [taken]);
    if (way !== 'intent') await scene.awaitWebhook('payment.succeeded', ofPayment);
  }
  if (taken < charged) {
    const returns = () => scene.publishedOf('payment.refunded', ofPayment);
    // The return may be requested only now.
    const isPublished = () => play.endRefunds().then(() => returns().length > 0);
    await waitFor('the webhook of the return', isPublished, patience);
    const published = returns().map((object) => object['refund']);
    equal('the returns that were published', published.length, 1);
    const { amount_cents: amount, origin } = published[0] as { amount_cents: number; origin: string };
    equal('the published return', { amount, origin }, { amount: charged - taken, origin: 'not_due' });
  }
}

/** Nothing is due, and that was published. @param wasSettled whether something else than the payment settled or voided it */
async function checkInvoice(scene: Scene, id: string, wasSettled: boolean): Promise<void> {
  const invoice = await scene.read(id);
  equal('the amount due', invoice.total_due_amount_cents, 0);
  if (invoice.status === 'voided') return;
  equal('the status of the invoice', invoice.payment_status, 'succeeded');
  const ofInvoice = (object: Record<string, unknown>) => object['svc_id'] === id;
  if (!wasSettled) await scene.awaitWebhook('invoice.payment_status_updated', ofInvoice);
}
