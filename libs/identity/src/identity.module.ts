import { Module } from '@nestjs/common';
import { IdentityDatabase } from './identity.database.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { OrganizationsService } from './organizations/organizations.service.js';
import { DueWorkCoordinator } from './test-clock/due-work.coordinator.js';
import { DueWorkTicker } from './test-clock/due-work.ticker.js';
import { TestClockController } from './test-clock/test-clock.controller.js';
import { TestClockService } from './test-clock/test-clock.service.js';

/** Organizations, API keys and test clocks; served by the gateway, or by the standalone process. */
@Module({
  controllers: [OrganizationsController, TestClockController],
  providers: [IdentityDatabase, OrganizationsService, DueWorkCoordinator, TestClockService, DueWorkTicker],
  exports: [OrganizationsService],
})
export class IdentityModule {}
