import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';

/** Queues a billing run for the subscriptions of a customer that fall due together. */
@Controller()
export class BillingMessagesController {
  constructor(private readonly queues: InvoicingQueues) {}

  @OnMessage('billing.due', 'invoicing', { inSets: true })
  async onDue(@Payload() message: Message<'billing.due'>): Promise<void> {
    await this.queues.runs.accept(message, async () => [{ id: message.id, payload: message.payload }]);
  }
}
