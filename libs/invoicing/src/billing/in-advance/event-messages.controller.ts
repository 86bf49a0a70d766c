import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { Consolidation } from './consolidation.service.js';

/** Handles messages that affect charges in advance. */
@Controller()
export class EventMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
    private readonly consolidation: Consolidation,
  ) {}

  @OnMessage('usage.events_in_advance', 'invoicing')
  async onEvents(@Payload() message: Message<'usage.events_in_advance'>): Promise<void> {
    await this.queues.events.accept(message, async () =>
      message.payload.events.map((event) => ({ id: event.event_id, payload: event })),
    );
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
