import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { lockInvoice } from '../../model/invoices/invoices.repository.js';
import { setPaymentStatus } from '../../model/payments/payment-status.repository.js';
import { closeWaitingInvoice, abandonStart } from './waiting-invoice.writer.js';

/** Gives up starts that waited for their payment (subscriptions, section 3.5). */
@Controller()
export class WaitingStartMessagesController {
  constructor(private readonly database: InvoicingDatabase) {}

  @OnMessage('activation.called_off', 'invoicing')
  async onCalledOff(@Payload() message: Message<'activation.called_off'>): Promise<void> {
    const { subscription_id: subscriptionId, customer_id: customerId, reason } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, (transaction) =>
      abandonStart(transaction, { subscriptionId, customerId, reason, now }),
    );
  }

  /** Without a method that a provider can charge, the payment has failed. */
  @OnMessage('activation.not_chargeable', 'invoicing')
  async onNotChargeable(@Payload() message: Message<'activation.not_chargeable'>): Promise<void> {
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const invoice = await lockInvoice(transaction, message.payload.invoice_id);
      if (!invoice?.awaits_payment) return;
      await setPaymentStatus(transaction, invoice.id, 'failed', now);
      await closeWaitingInvoice(transaction, invoice, 'payment_failed', now);
    });
  }
}
