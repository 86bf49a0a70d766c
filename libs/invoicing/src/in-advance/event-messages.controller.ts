import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Jobs, OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { queueEvents } from '../queues/advance-queue.js';
import { Consolidation } from './consolidation.service.js';

/** What other services tell that charges paid in advance depend on. */
@Controller()
export class EventMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly jobs: Jobs,
    private readonly consolidation: Consolidation,
  ) {}

  @OnMessage('usage.events_in_advance', 'invoicing')
  async onEvents(@Payload() message: Message<'usage.events_in_advance'>): Promise<void> {
    const { organization_id, request_id, payload } = message;
    await this.database.tenant(organization_id, (transaction) => queueEvents(transaction, organization_id, payload));
    // The job is queued before the message counts as handled: cut off in between, it is queued again under the same id.
    await this.jobs.add('advance-events', { organization_id, request_id, lane: payload.lane }, { id: message.id });
    await this.database.handleOnce(message, async () => undefined);
  }

  @OnMessage('subscription.terminated', 'invoicing')
  async onTerminated(@Payload() message: Message<'subscription.terminated'>): Promise<void> {
    await this.consolidation.consolidateAtEnd(
      message.organization_id,
      message.payload.subscription_id,
      Date.parse(message.occurred_at),
    );
    await this.database.handleOnce(message, async () => undefined);
  }
}
