import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@tollgate/platform';
import { combinedTypes, type CombinedMessage } from './combined-messages.js';
import { announcedTypes, loggedTypes, type ToldMessage } from './payloads.js';
import { WebhookMessagesService } from './webhook-messages.service.js';

/** Takes every message between services that is published to the outside, or is an activity. */
@Controller()
export class WebhookMessagesController {
  constructor(private readonly messages: WebhookMessagesService) {}

  @OnMessage([...announcedTypes, ...loggedTypes, ...combinedTypes], 'webhook-delivery', { inSets: true })
  async announce(@Payload() event: ToldMessage | CombinedMessage): Promise<void> {
    await this.messages.announce(event);
  }
}
