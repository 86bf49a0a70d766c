import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { EventFeesService } from './event-fees.service.js';

/** Events of metrics that are paid in advance, as they are stored. */
@Controller()
export class EventMessagesController {
  constructor(private readonly fees: EventFeesService) {}

  @OnMessage('usage.event_in_advance', 'invoicing')
  async onEvent(@Payload() message: Message<'usage.event_in_advance'>): Promise<void> {
    await this.fees.charge(message);
  }
}
