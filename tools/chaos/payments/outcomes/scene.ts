// An organization of the test of outcomes: its invoices, the webhooks that it gets, and the provider that charges.
import type { Api, Body } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import type { Service } from '@tollgate/harness/standalone';
import { startReceiver, type Receiver } from '../../receiver.ts';
import {
  checkoutPageOf,
  methodsOf,
  newSeller,
  paymentPageOf,
  paymentsOf,
  putCustomer,
  readInvoice,
  sell,
  type Invoice,
  type Payment,
} from '../../seller.ts';

export const patience = { timeoutMs: 45_000, everyMs: 300 };
const begin = '2024-01-10T00:00:00Z';
/** When invoices of the beginning are overdue. */
export const overdueAt = '2024-01-13T00:00:00Z';

interface Webhook {
  webhook_type: string;
  [object: string]: unknown;
}

/** Ways in which a customer pays. */
export const everyWay = ['intent', 'debit', '3-D Secure', 'page', 'payment request'] as const;
export type Way = (typeof everyWay)[number];

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
  readonly #receiver: Receiver;

  private constructor(
    service: Service,
    organization: { api: Api; id: string },
    receiver: Receiver,
    webhooks: Webhook[],
  ) {
    this.service = service;
    this.webhooks = webhooks;
    this.api = organization.api;
    this.organizationId = organization.id;
    this.#receiver = receiver;
  }

  static async open(service: Service, name: string): Promise<Scene> {
    const webhooks: Webhook[] = [];
    const receiver = await startReceiver(({ body }) => void webhooks.push(body as Webhook));
    const organization = await newSeller(service, { name, sandbox: true, frozen_time: begin });
    const endpoint = { webhook_url: `${receiver.url}/` };
    await organization.api.ok('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: endpoint });
    return new Scene(service, organization, receiver, webhooks);
  }

  close(): void {
    this.#receiver.stop();
  }

  async link(customer: string, billing: Body): Promise<void> {
    const link = { payment_provider_code: 'main', sync_with_provider: true, sync: true, ...billing };
    await putCustomer(this.api, customer, {
      email: 'pay@acme.example',
      country: 'DE',
      billing_configuration: link,
    });
  }

  /** The payer of a customer enters a method on the page of the provider. */
  async enterMethod(customer: string, complete: (url: string) => Promise<void>): Promise<void> {
    await complete(await checkoutPageOf(this.api, customer));
    await waitFor('the method', async () => (await methodsOf(this.api, customer)).length > 0, patience);
  }

  /** Sells one thing to the customer of a way, without a charge. */
  sell(customer: string): Promise<Invoice> {
    return sell(this.api, customer, { skip_psp: true });
  }

  read(id: string): Promise<Invoice> {
    return readInvoice(this.api, id);
  }

  retry(id: string): Promise<unknown> {
    return this.api.ok('POST', `/api/v1/invoices/${id}/retry_payment`);
  }

  openPage(id: string): Promise<string> {
    return paymentPageOf(this.api, id);
  }

  /** The payments of an invoice by the provider. */
  async paymentsOf(invoiceId: string): Promise<Payment[]> {
    return (await paymentsOf(this.api, `?invoice_id=${invoiceId}`)).filter(({ type }) => type === 'provider');
  }

  /** The objects of the webhooks of a type. */
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
