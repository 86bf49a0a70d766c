import { Module } from '@nestjs/common';
import { ApiLogWriter } from './api-logs/api-log.writer.js';
import { ApiLogsController } from './api-logs/api-logs.controller.js';
import { CallRecorder } from './api-logs/call-recorder.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { KeyUses } from './api-keys/key-uses.js';
import { OwnApiKeysController } from './api-keys/own-api-keys.controller.js';
import { IdentityDatabase } from './identity.database.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { OrganizationsService } from './organizations/organizations.service.js';
import { OwnOrganizationController } from './organizations/own-organization.controller.js';
import { OwnOrganizationService } from './organizations/own-organization.service.js';
import { ParkedController } from './parked/parked.controller.js';
import { ParkedItems } from './parked/parked.service.js';
import { DueWorkCoordinator } from './test-clock/due-work.coordinator.js';
import { DueWorkTicker } from './test-clock/due-work.ticker.js';
import { TestClockController } from './test-clock/test-clock.controller.js';
import { SecurityLogRetention } from './security-logs/security-log-retention.js';
import { SecurityLogsController } from './security-logs/security-logs.controller.js';
import { SecurityLogsService } from './security-logs/security-logs.service.js';
import { TestClockService } from './test-clock/test-clock.service.js';

/** Organizations, API keys, test clocks, logs and the operators' calls; served by the gateway, or by the standalone process. */
@Module({
  controllers: [
    OrganizationsController,
    OwnOrganizationController,
    ApiKeysController,
    OwnApiKeysController,
    TestClockController,
    ParkedController,
    SecurityLogsController,
    ApiLogsController,
  ],
  providers: [
    IdentityDatabase,
    OrganizationsService,
    OwnOrganizationService,
    ApiKeysService,
    KeyUses,
    DueWorkCoordinator,
    TestClockService,
    DueWorkTicker,
    ParkedItems,
    SecurityLogsService,
    ApiLogWriter,
    CallRecorder,
    SecurityLogRetention,
  ],
  exports: [OrganizationsService],
})
export class IdentityModule {}
