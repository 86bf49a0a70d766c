import { Module } from '@nestjs/common';
import { AddressResolver, erasureMessagesOf, outboxRelayOf } from '@tollgate/platform';
import { ActivityLogsController } from './activity-logs/activity-logs.controller.js';
import { PartitionDispatcher } from './attempts/partition-dispatcher.js';
import { WebhookAttemptsService } from './attempts/webhook-attempts.service.js';
import { WebhookClient } from './attempts/webhook-client.js';
import { WebhookReconciler } from './attempts/webhook-reconciler.js';
import { FirstEndpointCommands } from './endpoints/first-endpoint.commands.js';
import { PausedEndpointCommands } from './endpoints/paused-endpoints.commands.js';
import { WebhookEndpointsController } from './endpoints/webhook-endpoints.controller.js';
import { WebhookEndpointsService } from './endpoints/webhook-endpoints.service.js';
import { WebhookLogController } from './delivery-log/webhook-log.controller.js';
import { WebhookLogService } from './delivery-log/webhook-log.service.js';
import { OverviewController } from './overview/overview.controller.js';
import { MonthCloseService } from './overview/month-close.service.js';
import { MonthToDateService } from './overview/month-to-date.service.js';
import { OverviewService } from './overview/overview.service.js';
import { ErasuresController } from './personal-data/erasures.controller.js';
import { ErasuresService } from './personal-data/erasures.service.js';
import { LogErasure } from './personal-data/log-erasure.js';
import { PersonalDataController } from './personal-data/personal-data.controller.js';
import { PersonalDataService } from './personal-data/personal-data.service.js';
import { ReplayFeeder } from './replays/replay-feeder.js';
import { WebhookReplaysController } from './replays/webhook-replays.controller.js';
import { WebhookReplaysService } from './replays/webhook-replays.service.js';
import { TestWebhooksController } from './webhook-creation/test-webhooks.controller.js';
import { TestWebhooksService } from './webhook-creation/test-webhooks.service.js';
import { WebhookMessagesController } from './webhook-creation/webhook-messages.controller.js';
import { WebhookMessagesService } from './webhook-creation/webhook-messages.service.js';
import { SigningKeysService } from './signing/signing-keys.service.js';
import { WebhookKeysController } from './signing/webhook-keys.controller.js';
import { WebhookDeliveryDatabase } from './webhook-delivery.database.js';

/** Delivers events to webhook endpoints, records activities, and counts what needs an eye. */
@Module({
  controllers: [
    WebhookEndpointsController,
    WebhookKeysController,
    WebhookMessagesController,
    TestWebhooksController,
    WebhookLogController,
    WebhookReplaysController,
    ActivityLogsController,
    OverviewController,
    ErasuresController,
    erasureMessagesOf(WebhookDeliveryDatabase, 'webhook-delivery', ['member.erasure_requested']),
    PersonalDataController,
  ],
  providers: [
    WebhookDeliveryDatabase,
    WebhookEndpointsService,
    FirstEndpointCommands,
    PausedEndpointCommands,
    SigningKeysService,
    WebhookMessagesService,
    AddressResolver,
    WebhookClient,
    WebhookAttemptsService,
    PartitionDispatcher,
    TestWebhooksService,
    WebhookLogService,
    ReplayFeeder,
    WebhookReplaysService,
    WebhookReconciler,
    MonthCloseService,
    MonthToDateService,
    OverviewService,
    ErasuresService,
    PersonalDataService,
    LogErasure,
    outboxRelayOf(WebhookDeliveryDatabase),
  ],
})
export class WebhookDeliveryModule {}
