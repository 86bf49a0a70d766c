import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@tollgate/platform';
import { announcedTypes, type AnnouncedMessage } from './payloads.js';
import { WebhookMessagesService } from './webhook-messages.service.js';

/** Takes every message between services that is published to the outside. */
@Controller()
export class WebhookMessagesController {
  constructor(private readonly messages: WebhookMessagesService) {}

  @OnMessage(announcedTypes, 'webhook-delivery', { inSets: true })
  async announce(@Payload() event: AnnouncedMessage): Promise<void> {
    await this.messages.announce(event);
  }
}
