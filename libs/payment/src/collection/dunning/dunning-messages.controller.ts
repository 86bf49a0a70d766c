import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { readPaidInvoice } from '@tollgate/invoicing/reader';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { lockDunnedCustomer, resetAttempts } from '../../model/dunning/dunned-customers.repository.js';
import { isDunned } from '../../model/requests/payment-requests.repository.js';

/** Resets the attempts of a customer that pays a dunned invoice (invoices, section 14). */
@Controller()
export class DunningMessagesController {
  constructor(private readonly database: PaymentDatabase) {}

  @OnMessage(['invoice.payment_status_updated'], 'payment')
  async onPaymentStatus(@Payload() message: Message<'invoice.payment_status_updated'>): Promise<void> {
    await this.database.handleOnce(message, async (transaction) => {
      const { invoice_id: id } = message.payload;
      if (!(await isDunned(transaction, id))) return;
      const paid = await readPaidInvoice(transaction, id);
      if (!paid) return;
      await lockDunnedCustomer(transaction, paid.customerId);
      await resetAttempts(transaction, paid.customerId, paid.currency);
    });
  }
}
