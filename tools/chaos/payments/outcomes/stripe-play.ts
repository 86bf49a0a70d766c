// Stripe, as the test of outcomes plays it.
import { waitFor } from '@tollgate/harness/process';
import { StripeControl } from '@tollgate/stripe/control-client';
import type { StripeDouble } from '@tollgate/stripe/double';
import { patience, type Booked, type Play, type Scene, type UnderWay, type Way } from './scene.ts';

/** The answer to a charge by a card comes this late, so that something can happen before. */
/** Longer than a loaded machine takes for all that happens meanwhile. */
const answerDelayMs = 25_000;
/** Banks take three minutes of the double's clock. */
const delaySeconds = 200;
const methods: Record<Way, string> = {
  intent: 'pm_card_visa',
  debit: 'pm_successDelayed_de',
  '3-D Secure': 'pm_card_authenticationRequired',
  page: 'pm_card_visa',
  'payment request': 'pm_successDelayed_de',
};
const debits: readonly Way[] = ['debit', 'payment request'];
const sessionIn = (url: string): string => /cs_\w+/.exec(url)?.[0] ?? '';

export class StripePlay implements Play {
  readonly name = 'stripe';
  readonly ways: readonly Way[] = ['intent', 'debit', '3-D Secure', 'page', 'payment request'];
  readonly control: StripeControl;
  readonly #key: string;
  #before = 0;

  constructor(double: StripeDouble) {
    this.control = new StripeControl(double.url);
    this.#key = double.key;
  }

  async connect(scene: Scene): Promise<void> {
    const provider = { provider: 'stripe', code: 'main', name: 'Stripe', secret_key: this.#key, supports_3ds: true };
    await scene.api.ok('POST', '/api/v1/payment_providers', { payment_provider: provider });
    for (const way of this.ways) {
      const types = debits.includes(way) ? ['sepa_debit'] : ['card'];
      await scene.link(way, { payment_provider: 'stripe', provider_payment_methods: types });
      await scene.enterMethod(way, (url) =>
        this.control.completeCheckout(sessionIn(url), { payment_method: methods[way] }),
      );
    }
  }

  async hold(way: Way): Promise<void> {
    this.#before = (await this.control.ledger()).charges.length;
    // A page that expires at once could not be paid any more.
    if (way === 'page') await this.control.addFault({ kind: 'error', path: '/v1/checkout/sessions/' });
    if (way !== 'intent') return;
    const late = { kind: 'delay', when: 'after', milliseconds: answerDelayMs } as const;
    await this.control.addFault({ ...late, path: '/v1/payment_intents', method: 'POST' });
    await this.control.setDeliveries({ hold: true });
  }

  async awaitCards(count: number): Promise<void> {
    const made = async () => (await this.control.ledger()).charges.length;
    await waitFor('the charges', async () => (await made()) >= this.#before + count, patience);
  }

  async succeed(way: Way, { urls, paymentIds }: UnderWay): Promise<void> {
    if (debits.includes(way)) await this.control.advance(delaySeconds);
    if (way === '3-D Secure') for (const intent of paymentIds) await this.control.actOnPayment(intent, 'succeed');
    for (const url of urls) await this.control.completeCheckout(sessionIn(url), { payment_method: methods.page });
    if (way === 'intent') {
      await this.control.resetDeliveries();
      await this.control.release();
    }
    await this.control.clearFaults();
  }

  /** Refunds of debits end later. */
  async endRefunds(): Promise<void> {
    await this.control.advance(delaySeconds);
  }

  async books(): Promise<Map<string, Booked>> {
    const { charges, refunds } = await this.control.ledger();
    const books = new Map<string, Booked>();
    for (const { id, amount, status, payment_intent: intent } of charges) {
      if (status !== 'succeeded' || intent === null) continue;
      const back = refunds.filter(({ charge, status: end }) => charge === id && end !== 'failed');
      const made = back.map((one) => ({ id: one.id, key: one.metadata['svc_refund_key'] ?? null, amount: one.amount }));
      books.set(intent, { charge: id, charged: amount, refunds: made });
    }
    return books;
  }

  async isExpired(url: string): Promise<boolean> {
    const path = `/v1/checkout/sessions/${sessionIn(url)}/expire`;
    return (await this.control.calls()).some((call) => call.path === path && call.status === 200);
  }
}
