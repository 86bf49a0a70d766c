import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@tollgate/platform';
import { combinedTypes, type CombinedMessage } from './combined-messages.js';
import { loggedTypes, type SourceMessage } from './message-objects.js';
import { webhookSourceTypes } from './payloads/source-types.js';
import { WebhookMessagesService } from './webhook-messages.service.js';

/** Handles all internal messages with a webhook or an activity. */
@Controller()
export class WebhookMessagesController {
  constructor(private readonly messages: WebhookMessagesService) {}

  @OnMessage([...webhookSourceTypes, ...loggedTypes, ...combinedTypes], 'webhook-delivery', { inSets: true })
  async create(@Payload() event: SourceMessage | CombinedMessage): Promise<void> {
    await this.messages.create(event);
  }
}
