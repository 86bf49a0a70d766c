import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { tables } from '../tables/payment.tables.js';
import { storePayment } from './received-payment.writer.js';

/** Payments that invoices took: those of calls that were cut off, and those that invoicing records by itself. */
@Controller()
export class PaymentMessagesController {
  constructor(private readonly database: PaymentDatabase) {}

  /** A receipt has its file. */
  @OnMessage(['payment_receipt.generated'], 'payment')
  async onGenerated(@Payload() message: Message<'payment_receipt.generated'>): Promise<void> {
    const { payment_receipt_id: id, file } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('payment.payment_receipts')
        .set({ file: JSON.stringify(file) })
        .where('id', '=', id)
        .execute();
    });
  }

  @OnMessage(['payment.recorded'], 'payment')
  async onRecorded(@Payload() message: Message<'payment.recorded'>): Promise<void> {
    await this.database.handleOnce(message, (transaction) =>
      storePayment(transaction, message.payload, Date.parse(message.occurred_at)),
    );
  }
}
