// An organization of the test of outcomes: its invoices, the webhooks that it gets, and the provider that charges.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, newOrganization, type Body } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';

export const patience = { timeoutMs: 45_000, everyMs: 300 };
export const price = 1000;
const begin = '2024-01-10T00:00:00Z';
/** When invoices of the beginning are overdue. */
export const overdueAt = '2024-01-13T00:00:00Z';

export interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  total_paid_amount_cents: number;
  total_due_amount_cents: number;
  payment_dispute_lost_at: string | null;
  fees: { svc_id: string }[];
}

export interface Payment {
  svc_id: string;
  type: string;
  payment_status: string;
  amount_cents: number;
  provider_payment_id: string | null;
}

export interface Webhook {
  webhook_type: string;
  [object: string]: unknown;
}

/** Ways in which a customer pays. */
export type Way = 'intent' | 'debit' | '3-D Secure' | 'page' | 'payment request';

/** A payment in the books of a provider, in cents. */
export interface Booked {
  /** The provider's id of the charge, for disputes and refunds. */
  charge: string;
  charged: number;
  /** Those that did not fail; `key` is that of our request, null for refunds made at the provider. */
  refunds: { id: string; key: string | null; amount: number }[];
}

/** The part of a payment that went back because no invoice needed it, in cents. */
export const returnedOf = (booked: Booked | undefined, { svc_id: id }: Payment): number =>
  (booked?.refunds ?? []).filter(({ key }) => key === id).reduce((sum, { amount }) => sum + amount, 0);

/** Payments that have not succeeded yet: the pages, and the provider's ids of the others. */
export interface UnderWay {
  urls: string[];
  paymentIds: string[];
}

/** A provider, as far as the test needs it. */
export interface Play {
  name: string;
  ways: readonly Way[];
  /** Connects the provider, and links a customer for each way, named after it. */
  connect(scene: Scene): Promise<void>;
  /** Has requested payments of a way wait before their success. */
  hold(way: Way): Promise<void>;
  /** Waits until the provider has charged so many cards, whose answers are late. */
  awaitCards(count: number): Promise<void>;
  /** Lets all payments of a way succeed. */
  succeed(way: Way, underWay: UnderWay): Promise<void>;
  /** Lets all refunds under way succeed. */
  endRefunds(): Promise<void>;
  /** The books, by the provider's id of the payment. */
  books(): Promise<Map<string, Booked>>;
  /** Whether a page cannot be paid any more. */
  isExpired(url: string): Promise<boolean>;
}

/** An organization with its own clock, whose webhooks come here. */
export class Scene {
  readonly webhooks: Webhook[];
  readonly api: Api;
  readonly organizationId: string;
  readonly service: Service;
  readonly #server: Server;

  private constructor(
    service: Service,
    organization: { api: Api; id: string },
    { server, webhooks }: { server: Server; webhooks: Webhook[] },
  ) {
    this.service = service;
    this.webhooks = webhooks;
    this.api = organization.api;
    this.organizationId = organization.id;
    this.#server = server;
  }

  static async open(service: Service, name: string): Promise<Scene> {
    const webhooks: Webhook[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        webhooks.push(JSON.parse(Buffer.concat(chunks).toString()) as Webhook);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const organization = await newOrganization(service, {
      name,
      default_currency: 'EUR',
      sandbox: true,
      frozen_time: begin,
    });
    const scene = new Scene(service, organization, { server, webhooks });
    const { port } = server.address() as AddressInfo;
    const endpoint = { webhook_url: `http://127.0.0.1:${port}/` };
    await scene.api.ok('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: endpoint });
    const addOn = { name: 'Setup', code: 'setup', amount_cents: price, amount_currency: 'EUR' };
    await scene.api.ok('POST', '/api/v1/add_ons', { add_on: addOn });
    return scene;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async link(customer: string, billing: Body): Promise<void> {
    const link = { payment_provider_code: 'main', sync_with_provider: true, sync: true, ...billing };
    const payer = { external_id: customer, name: 'Acme', email: 'pay@acme.example', currency: 'EUR', country: 'DE' };
    await this.api.ok('POST', '/api/v1/customers', { customer: { ...payer, billing_configuration: link } });
  }

  /** The payer of a customer enters a method on the page of the provider. */
  async enterMethod(customer: string, complete: (url: string) => Promise<void>): Promise<void> {
    const path = `/api/v1/customers/${encodeURIComponent(customer)}`;
    const { customer: page } = await this.api.ok<{ customer: { checkout_url: string } }>(
      'POST',
      `${path}/checkout_url`,
    );
    await complete(page.checkout_url);
    const methods = async () =>
      (await this.api.ok<{ payment_methods: unknown[] }>('GET', `${path}/payment_methods`)).payment_methods.length;
    await waitFor('the method', async () => (await methods()) > 0, patience);
  }

  /** Sells one thing to the customer of a way, without a charge. */
  async sell(customer: string): Promise<Invoice> {
    const fees = [{ add_on_code: 'setup' }];
    const invoice = { external_customer_id: customer, currency: 'EUR', fees, skip_psp: true };
    return (await this.api.ok<{ invoice: Invoice }>('POST', '/api/v1/invoices', { invoice })).invoice;
  }

  async read(id: string): Promise<Invoice> {
    return (await this.api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${id}`)).invoice;
  }

  retry(id: string): Promise<unknown> {
    return this.api.ok('POST', `/api/v1/invoices/${id}/retry_payment`);
  }

  async openPage(id: string): Promise<string> {
    const { invoice_payment_details: details } = await this.api.ok<{
      invoice_payment_details: { payment_url: string };
    }>('POST', `/api/v1/invoices/${id}/payment_url`);
    return details.payment_url;
  }

  /** The payments of an invoice by the provider. */
  async paymentsOf(invoiceId: string): Promise<Payment[]> {
    const path = `/api/v1/payments?invoice_id=${invoiceId}`;
    return (await this.api.pages<Payment>(path, 'payments')).filter(({ type }) => type === 'provider');
  }

  /** The webhooks of a type whose object has a field of this value. */
  publishedOf(type: string, isMeant: (object: Body) => boolean): Body[] {
    return this.webhooks
      .filter(({ webhook_type: one }) => one === type)
      .map((webhook) => webhook[String(webhook['object_type'])] as Body)
      .filter(isMeant);
  }

  awaitWebhook(type: string, isMeant: (object: Body) => boolean): Promise<void> {
    return waitFor(`the webhook ${type}`, () => Promise.resolve(this.publishedOf(type, isMeant).length > 0), patience);
  }
}

export function equal(what: string, seen: unknown, expected: unknown): void {
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    throw new Error(`${what} is ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
}
