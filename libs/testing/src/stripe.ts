import type { Sandbox } from './sandbox.js';

interface Charge {
  amount: number;
  amount_refunded: number;
  currency: string;
  status: string;
}

/** The charges, refunds and customers of an account at the double of Stripe, oldest first. */
interface StripeBooks {
  charges: Charge[];
  refunds: { amount: number; currency: string; status: string }[];
  customers: { id: string; email: string | null; name: string | null }[];
}

/** A payment on a page, with the metadata of its intent. */
interface PagePayment {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

/** An account at the double of Stripe (`tools/stripe`). */
export class StripeAccount {
  private constructor(
    private readonly id: string,
    private readonly key: string,
  ) {}

  /** A new account, connected to an organization under the code `main`. */
  static async connect(sandbox: Sandbox, settings: object = {}): Promise<StripeAccount> {
    const { account, key } = await control<{ account: string; key: string }>('POST', 'accounts', {});
    await sandbox.ok('POST', '/payment_providers', {
      payment_provider: { provider: 'stripe', code: 'main', name: 'Stripe', secret_key: key, ...settings },
    });
    return new StripeAccount(account, key);
  }

  /** The fields that link a new customer to the account. */
  readonly link = { payment_provider: 'stripe', payment_provider_code: 'main', sync: true, sync_with_provider: true };

  /** The customer enters a method such as `pm_card_visa` on the page of Stripe; it becomes the default one. */
  async enterMethod(sandbox: Sandbox, externalId: string, method: string): Promise<void> {
    const { customer } = await sandbox.ok<{ customer: { checkout_url: string } }>(
      'POST',
      `/customers/${externalId}/checkout_url`,
    );
    const session = /cs_\w+/.exec(customer.checkout_url)?.[0] ?? '';
    await control('POST', `checkout_sessions/${session}/complete`, { payment_method: method });
    await control('POST', 'deliveries/settle', {});
    await sandbox.awaitIdle();
  }

  /** A payer pays an amount, in units of Stripe, on a page that this account opens for its newest customer. */
  async payOnPage({ amount, currency, metadata }: PagePayment): Promise<void> {
    const { customers } = await this.books();
    const form = new URLSearchParams({
      mode: 'payment',
      customer: customers.at(-1)?.id ?? '',
      success_url: 'https://acme.example/paid',
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency,
      'line_items[0][price_data][unit_amount]': String(amount),
      'line_items[0][price_data][product_data][name]': 'A-1',
    });
    for (const [name, value] of Object.entries(metadata)) form.set(`payment_intent_data[metadata][${name}]`, value);
    const answer = await fetch(`${address()}/v1/checkout/sessions`, {
      method: 'POST',
      headers: this.headers,
      body: form,
    });
    if (!answer.ok) throw new Error(`checkout/sessions: ${answer.status} ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: string };
    await control('POST', `checkout_sessions/${id}/complete`, { payment_method: 'pm_card_visa' });
    await control('POST', 'deliveries/settle', {});
  }

  /** Declines the next charges of a method with a code of its bank. */
  async refuse(method: string, declineCode: string, times = 1): Promise<void> {
    await control('POST', `payment_methods/${method}/refuse`, { decline_code: declineCode, times });
  }

  async books(): Promise<StripeBooks> {
    return control('GET', `ledger?account=${this.id}`);
  }

  /** One call of Stripe's own interface with the key of the account. */
  async read<T>(path: string): Promise<T> {
    const answer = await fetch(`${address()}/v1/${path}`, { headers: this.headers });
    return (await answer.json()) as T;
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.key}`, 'stripe-version': '2026-10-28.endive' };
  }
}

function address(): string {
  const url = process.env['STRIPE_URL'];
  if (!url) throw new Error('STRIPE_URL is not set: run the integration tests with npm test');
  return url;
}

async function control<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${address()}/_control/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
