// Successes that meet each other, the end of the process, and pages whose amount is not due any more.
import { equal } from '@tollgate/harness/expect';
import { waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import type { Standalone } from '@tollgate/harness/standalone';
import { price } from '../../seller.ts';
import { patience, returnedOf, type Play, type Scene } from './scene.ts';
import type { StripePlay } from './stripe-play.ts';

const part = 400;
const payByHand = (scene: Scene, id: string): Promise<unknown> =>
  scene.api.ok('POST', '/api/v1/payments', { payment: { invoice_id: id, amount_cents: part, reference: 'by hand' } });

/** A page expires as soon as its invoice owes another amount, and another page has the rest. */
export async function playPages(report: Report, scene: Scene, play: Play): Promise<void> {
  if (!play.ways.includes('page')) return;
  await report.attempt(`${play.name}: a page expires when the amount due changes`, async () => {
    const { svc_id: id } = await scene.sell('page');
    const url = await scene.openPage(id);
    await payByHand(scene, id);
    await waitFor('the end of the page', () => play.isExpired(url), patience);
    const next = await scene.openPage(id);
    await play.succeed('page', { urls: [next], paymentIds: [] });
    await waitFor('the payment', async () => (await scene.read(id)).payment_status === 'succeeded', patience);
    equal(
      'the payment of the rest',
      (await scene.paymentsOf(id)).map((one) => one.amount_cents),
      [price - part],
    );
  });
}

/** Two pages of one invoice are paid at once, and each success is reported twice: one keeps, the other one goes back. */
export async function playDoubleSuccess(report: Report, scene: Scene, play: StripePlay): Promise<void> {
  await report.attempt('stripe: of two successes at once, one is kept', async () => {
    await play.hold('page');
    const { svc_id: id } = await scene.sell('page');
    const first = await scene.openPage(id);
    await play.control.setDeliveries({ hold: true, copies: 2 });
    await play.succeed('page', { urls: [first], paymentIds: [] });
    await scene.retry(id);
    await waitFor('both charges', async () => (await scene.paymentsOf(id)).length > 0, patience);
    await play.control.resetDeliveries();
    await play.control.release({ copies: 2 });
    await waitFor('both payments', async () => (await scene.paymentsOf(id)).length === 2, patience);
    const payments = async () => (await scene.paymentsOf(id)).map((one) => one.payment_status).sort();
    await waitFor('both ends', async () => !(await payments()).includes('processing'), patience);
    equal('the payments', await payments(), ['failed', 'succeeded']);
    const back = async () => {
      const books = await play.books();
      const returns = (await scene.paymentsOf(id)).map((one) =>
        returnedOf(books.get(one.provider_payment_id ?? ''), one),
      );
      return returns.reduce((sum, each) => sum + each, 0);
    };
    await waitFor('the return', async () => (await back()) === price, patience);
    equal('what was paid', (await scene.read(id)).total_paid_amount_cents, price);
  });
}

/** The process ends before the provider has answered about the return: it goes back once, after the next start. */
export async function playKill(report: Report, scene: Scene, play: StripePlay, service: Standalone): Promise<void> {
  await report.attempt('stripe: a return survives the end of the process, once', async () => {
    const { svc_id: id } = await scene.sell('3-D Secure');
    await scene.retry(id);
    const payment = async () => (await scene.paymentsOf(id))[0];
    await waitFor('the request', async () => Boolean((await payment())?.provider_payment_id), patience);
    await payByHand(scene, id);
    await play.control.addFault({
      kind: 'delay',
      when: 'after',
      milliseconds: 20_000,
      path: '/v1/refunds',
      method: 'POST',
    });
    await play.succeed('3-D Secure', { urls: [], paymentIds: [(await payment())?.provider_payment_id ?? ''] });
    await waitFor('the payment', async () => (await payment())?.payment_status === 'succeeded', patience);
    await service.kill('SIGKILL');
    await play.control.clearFaults();
    await service.start();
    const returned = async () => {
      const made = await payment();
      return made ? returnedOf((await play.books()).get(made.provider_payment_id ?? ''), made) : 0;
    };
    await waitFor('the return', async () => (await returned()) === part, patience);
    equal('what was kept', (await payment())?.amount_cents, price - part);
    await scene.awaitWebhook('payment.refunded', (one) => one['provider_payment_id'] !== null);
    equal('what went back', await returned(), part);
  });
}
