import { Module } from '@nestjs/common';
import { AddressResolver } from './addresses/address-resolver.js';
import { AttemptQueue } from './attempts/attempt-queue.js';
import { WebhookAttemptsService } from './attempts/webhook-attempts.service.js';
import { WebhookAttemptsWorker } from './attempts/webhook-attempts.worker.js';
import { WebhookClient } from './attempts/webhook-client.js';
import { WebhookEndpointsController } from './endpoints/webhook-endpoints.controller.js';
import { WebhookEndpointsService } from './endpoints/webhook-endpoints.service.js';
import { WebhookMessagesController } from './messages/webhook-messages.controller.js';
import { WebhookMessagesService } from './messages/webhook-messages.service.js';
import { SigningKeysService } from './signing/signing-keys.service.js';
import { WebhookKeysController } from './signing/webhook-keys.controller.js';
import { WebhookDeliveryDatabase } from './webhook-delivery.database.js';

/** Tells the outside what happened: webhook endpoints, messages and attempts. */
@Module({
  controllers: [WebhookEndpointsController, WebhookKeysController, WebhookMessagesController],
  providers: [
    WebhookDeliveryDatabase, WebhookEndpointsService, SigningKeysService, WebhookMessagesService, AttemptQueue, AddressResolver, WebhookClient,
    WebhookAttemptsService, WebhookAttemptsWorker,
  ],
})
export class WebhookDeliveryModule {}
