import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { storeRefund, RefundsService } from './refunds.service.js';

/** Begins the refunds of credit notes. */
@Controller()
export class RefundMessagesController {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly refunds: RefundsService,
  ) {}

  /** The reconciler queues a job again that is lost after the transaction. */
  @OnMessage(['credit_note.created'], 'payment')
  async onCreditNote(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    const { credit_note_id: id } = message.payload;
    let isStored = false;
    await this.database.handleOnce(message, async (transaction) => {
      isStored = await storeRefund(transaction, id, Date.parse(message.occurred_at));
    });
    if (isStored) await this.refunds.queue(message.organization_id, id);
  }
}
