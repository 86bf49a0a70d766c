import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Jobs, OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { laneOf, queueRun } from '../queues/billing-queue.js';

/** Subscriptions that fall due wait in the lane of their customer. */
@Controller()
export class BillingMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly jobs: Jobs,
  ) {}

  @OnMessage('billing.due', 'invoicing')
  async onDue(@Payload() message: Message<'billing.due'>): Promise<void> {
    const { organization_id, request_id, payload } = message;
    await this.database.tenant(organization_id, (transaction) =>
      queueRun(transaction, organization_id, { id: message.id, request: payload }),
    );
    // The job is queued before the message counts as handled: cut off in between, it is queued again under the same id.
    await this.jobs.add(
      'billing-run',
      { organization_id, request_id, lane: laneOf(payload.customer_id) },
      { id: message.id },
    );
    await this.database.handleOnce(message, async () => undefined);
  }
}
