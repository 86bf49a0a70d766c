import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { tables } from '../../model/payment.tables.js';
import { storePayment } from './received-payment.writer.js';

/** Stores payments that invoices accepted: those of broken requests, and those that invoicing records itself. */
@Controller()
export class PaymentMessagesController {
  constructor(private readonly database: PaymentDatabase) {}

  /** Stores the file of a receipt. */
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
