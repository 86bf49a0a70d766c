import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { enqueueRefundSync } from '../../model/accounting/enqueue-accounting-syncs.js';
import { lockCreditNote, updateCreditNote } from '../../model/credit-notes/credit-notes.repository.js';

/** Stores the results of refunds by providers. A refund may fail after it had succeeded (webhooks, amendments). */
@Controller()
export class RefundMessagesController {
  constructor(private readonly database: InvoicingDatabase) {}

  @OnMessage(['credit_note.refunded'], 'invoicing')
  async onRefunded(@Payload() message: Message<'credit_note.refunded'>): Promise<void> {
    const { credit_note_id: id, status } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      const note = await lockCreditNote(transaction, id);
      if (!note || note.refund_status === null || note.refund_status === status) return;
      const at = Date.parse(message.occurred_at);
      await updateCreditNote(transaction, id, { refund_status: status }, at);
      if (status === 'succeeded') await enqueueRefundSync(transaction, id, at);
    });
  }
}
