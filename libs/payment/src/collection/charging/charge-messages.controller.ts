import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { readPendingInvoiceIds } from '@tollgate/invoicing/reader';
import { mapConcurrent, Batcher, OnMessage, Semaphore } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { hasPayment } from '../../model/payments/payments.repository.js';
import { publishNewDefault } from '../../model/customers/new-default.js';
import { beginWaiting } from './waiting-starts.js';
import { delayFirstCharges } from './delayed-charges.service.js';
import { begin, callOffPayment, ChargesService } from './charges.service.js';

/** Organizations processed concurrently; each holds a connection. */
const organizationsAtOnce = 4;
/** Invoices of a customer that one message charges again. */
const chargedAtOnce = 200;

type BeginResult = Awaited<ReturnType<typeof begin>>;
type Issued = Message<'invoice.created' | 'invoice.one_off_created' | 'invoice.credits_billed' | 'invoice.opened'>;

/**
 * Charges issued invoices, sold credits and payment requests when the customer has a provider (webhooks, sections 10.2,
 * 11.6 and 16).
 */
@Controller()
export class ChargeMessagesController {
  private readonly issued = new Batcher<Issued, void>(
    (messages) => this.chargeAll(messages),
    new Semaphore(organizationsAtOnce),
  );

  constructor(
    private readonly database: PaymentDatabase,
    private readonly charges: ChargesService,
  ) {}

  /**
   * Charges sold credits and waiting starts as soon as their invoice exists, also while the invoice is hidden until its
   * payment.
   */
  @OnMessage(['invoice.created', 'invoice.one_off_created', 'invoice.credits_billed', 'invoice.opened'], 'payment', {
    inSets: true,
  })
  async onIssued(@Payload() message: Issued): Promise<void> {
    await this.issued.add(message.organization_id, message);
  }

  /** Charges a new payment request, unless its caller did: a declined method would be tried a second time. */
  @OnMessage(['payment_request.created'], 'payment')
  async onRequested(@Payload() message: Message<'payment_request.created'>): Promise<void> {
    const payable = { type: 'PaymentRequest', id: message.payload.payment_request_id, method: null } as const;
    let beginResult: BeginResult | undefined;
    await this.database.handleOnce(message, async (transaction) => {
      if (await hasPayment(transaction, payable.id)) return;
      beginResult = await begin(transaction, payable, Date.parse(message.occurred_at));
    });
    if (beginResult) await this.queue(message.organization_id, [beginResult]);
  }

  /** Charges the pending invoices of a customer by its new default method, page by page. */
  @OnMessage(['payment_method.became_default'], 'payment')
  async onNewDefault(@Payload() message: Message<'payment_method.became_default'>): Promise<void> {
    const { customer_id: customerId, after_invoice_id: after } = message.payload;
    const at = Date.parse(message.occurred_at);
    let beginResults: BeginResult[] = [];
    await this.database.handleOnce(message, async (transaction) => {
      const ids = await readPendingInvoiceIds(transaction, customerId, { after, limit: chargedAtOnce });
      beginResults = await mapConcurrent(ids, (id) => begin(transaction, { type: 'Invoice', id, method: null }, at));
      if (ids.length === chargedAtOnce) await publishNewDefault(transaction, customerId, at, ids.at(-1));
    });
    await this.queue(message.organization_id, beginResults);
  }

  /** Cancels the payment of a start that was given up, where its provider still can (subscriptions, section 3.5). */
  @OnMessage(['activation.failed'], 'payment')
  async onAbandoned(@Payload() message: Message<'activation.failed'>): Promise<void> {
    const { invoice_id: invoiceId } = message.payload;
    let calledOff: { paymentId: string } | undefined;
    await this.database.handleOnce(message, async (transaction) => {
      if (invoiceId === undefined) return;
      calledOff = await callOffPayment(transaction, invoiceId, Date.parse(message.occurred_at));
    });
    if (calledOff) await this.queue(message.organization_id, [calledOff]);
  }

  /** Begins payments for invoices of one organization; shared statements read their data together. */
  private async chargeAll(messages: Issued[]): Promise<void[]> {
    let beginResults: BeginResult[] = [];
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      const charged = fresh.filter(({ payload }) => !('skip_psp' in payload && payload.skip_psp));
      const now = await delayFirstCharges(transaction, charged);
      beginResults = await mapConcurrent(now, ({ type, payload: { invoice_id: id }, occurred_at }) => {
        const at = Date.parse(occurred_at);
        if (type === 'invoice.opened') return beginWaiting(transaction, id, at);
        return begin(transaction, { type: 'Invoice', id, method: null }, at);
      });
    });
    await this.queue((messages[0] as Issued).organization_id, beginResults);
    return messages.map(() => undefined);
  }

  /** The reconciler queues a job again that is lost after the transaction. */
  private async queue(organizationId: string, beginResults: BeginResult[]): Promise<void> {
    for (const payment of beginResults)
      if (typeof payment === 'object') await this.charges.queue(organizationId, payment.paymentId);
  }
}
