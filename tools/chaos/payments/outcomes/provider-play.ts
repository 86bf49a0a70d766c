// GoCardless and Adyen, as the test of outcomes plays them.
import { waitFor } from '@tollgate/harness/process';
import type { ProviderControl } from '@tollgate/payment-providers/control-client';
import type { ProviderDouble } from '@tollgate/payment-providers/double';
import { patience, type Booked, type Play, type Scene, type UnderWay, type Way } from './scene.ts';

/** Longer than a loaded machine takes for all that happens meanwhile. */
const answerDelayMs = 25_000;
const lastPart = (url: string): string => url.split('/').at(-1) ?? '';

/** The common part of both. */
abstract class ProviderPlay implements Play {
  abstract readonly name: 'gocardless' | 'adyen';
  abstract readonly ways: readonly Way[];
  readonly control: ProviderControl;
  readonly double: ProviderDouble;
  protected before = 0;

  constructor(double: ProviderDouble) {
    this.control = double.control;
    this.double = double;
  }

  async connect(scene: Scene): Promise<void> {
    const { name, double } = this;
    const secrets = { secret_key: double.key, webhook_secret: double.webhookSecret };
    const merchant = double.merchantAccount === '' ? {} : { merchant_account: double.merchantAccount };
    const provider = { provider: name, code: 'main', name, ...secrets, ...merchant };
    await scene.api.ok('POST', '/api/v1/payment_providers', { payment_provider: provider });
    await this.control.setAddress(`${scene.service.baseUrl}/webhooks/${name}/${scene.organizationId}?code=main`);
    for (const way of this.ways) {
      await scene.link(way, { payment_provider: name });
      await scene.enterMethod(way, (url) => this.complete(url, way));
    }
  }

  async hold(_way: Way): Promise<void> {
    this.before = (await this.control.ledger()).payments.length;
  }

  async awaitCards(count: number): Promise<void> {
    const made = async () => (await this.control.ledger()).payments.length;
    await waitFor('the payments', async () => (await made()) >= this.before + count, patience);
  }

  async books(): Promise<Map<string, Booked>> {
    const { payments, refunds } = await this.control.ledger();
    const failed = ['failed', 'bounced', 'funds_returned'];
    return new Map(
      payments.map(({ id, amount }) => {
        const back = refunds.filter(({ payment, status }) => payment === id && !failed.includes(status));
        const made = back.map((one) => ({ id: one.id, key: one.key, amount: one.amount }));
        return [id, { charge: id, charged: amount, refunds: made }];
      }),
    );
  }

  abstract succeed(way: Way, underWay: UnderWay): Promise<void>;
  abstract endRefunds(): Promise<void>;
  abstract isExpired(url: string): Promise<boolean>;
  /** The payer enters a method for a way. */
  protected abstract complete(url: string, way: Way): Promise<void>;
}

export class GoCardlessPlay extends ProviderPlay {
  readonly name = 'gocardless';
  readonly ways: readonly Way[] = ['debit', 'payment request'];

  async succeed(): Promise<void> {
    await this.control.act('pay_out');
  }

  async endRefunds(): Promise<void> {
    for (const { id, status } of (await this.control.ledger()).refunds)
      if (status === 'created') await this.control.act('move_refund', { refund: id, status: 'paid' });
  }

  /** It has no pages where an invoice is paid. */
  isExpired(): Promise<boolean> {
    return Promise.resolve(true);
  }

  protected async complete(url: string): Promise<void> {
    await this.control.act('complete_flow', { flow: lastPart(url) });
  }
}

export class AdyenPlay extends ProviderPlay {
  readonly name = 'adyen';
  readonly ways: readonly Way[] = ['intent', 'debit', 'page', 'payment request'];

  override async hold(way: Way): Promise<void> {
    await super.hold(way);
    // A way that failed before leaves nothing behind.
    await this.control.clearFaults();
    const delay = { kind: 'delay', when: 'after', milliseconds: answerDelayMs } as const;
    if (way === 'intent') await this.control.addFault({ ...delay, path: '/v72/payments', method: 'POST' });
    await this.control.setDeliveries({ hold: way === 'intent' });
    if (way === 'page') await this.control.addFault({ kind: 'error', path: '/v72/paymentLinks/', method: 'PATCH' });
  }

  async succeed(way: Way, { urls }: UnderWay): Promise<void> {
    for (const url of urls) await this.control.act('complete_link', { link: lastPart(url) });
    for (const { id, status } of (await this.control.ledger()).payments)
      if (status === 'Received') await this.control.act('end_payment', { payment: id, paid: true });
    if (way === 'intent') {
      await this.control.setDeliveries({ hold: false });
      await this.control.send({ which: 'held' });
    }
    await this.control.clearFaults();
  }

  async endRefunds(): Promise<void> {
    await this.control.act('end_refunds');
  }

  async isExpired(url: string): Promise<boolean> {
    const answer = await fetch(`${this.double.url}/v72/paymentLinks/${lastPart(url)}`, {
      headers: { 'x-api-key': this.double.key },
    });
    return ((await answer.json()) as { status?: string }).status === 'expired';
  }

  protected async complete(url: string, way: Way): Promise<void> {
    const kind = way === 'debit' || way === 'payment request' ? 'sepa' : 'card';
    await this.control.act('complete_link', { link: lastPart(url), kind });
  }
}
