import { Module } from '@nestjs/common';
import { CatalogModelModule } from '../model/model.module.js';
import { PlanHistory } from '../model/plan-repositories/plan-history.js';
import { ChargeFiltersController } from './charge-filters/charge-filters.controller.js';
import { ChargeFiltersService } from './charge-filters/charge-filters.service.js';
import { ChargesController } from './charges/charges.controller.js';
import { ChargesService } from './charges/charges.service.js';
import { PlanEntitlementsController } from './entitlements/plan-entitlements.controller.js';
import { PlanEntitlementsService } from './entitlements/plan-entitlements.service.js';
import { FixedChargesController } from './fixed-charges/fixed-charges.controller.js';
import { FixedChargesService } from './fixed-charges/fixed-charges.service.js';
import { ChargeOverridesService } from './resource/charge-overrides.service.js';
import { PlanMetadataController } from './resource/plan-metadata.controller.js';
import { PlanMetadataService } from './resource/plan-metadata.service.js';
import { PlanOverridesService } from './resource/plan-overrides.service.js';
import { PlanMessages } from './resource/plan.messages.js';
import { PlansController } from './resource/plans.controller.js';
import { PlansService } from './resource/plans.service.js';
import { PlanMigrationCommands } from './versions/plan-migration-commands.js';
import { PlanVersionsController } from './versions/plan-versions.controller.js';
import { PlanVersionsService } from './versions/plan-versions.service.js';
import { RecordedHistory } from './versions/recorded-history.js';

/** Plans with all of their parts, and override plans. */
@Module({
  imports: [CatalogModelModule],
  controllers: [
    PlansController,
    PlanMetadataController,
    ChargesController,
    ChargeFiltersController,
    FixedChargesController,
    PlanEntitlementsController,
    PlanVersionsController,
    PlanMessages,
  ],
  providers: [
    ChargeFiltersService,
    ChargesService,
    ChargeOverridesService,
    FixedChargesService,
    PlanEntitlementsService,
    PlanOverridesService,
    PlansService,
    PlanMetadataService,
    PlanVersionsService,
    PlanMigrationCommands,
    { provide: PlanHistory, useClass: RecordedHistory },
  ],
  exports: [PlansService],
})
export class CatalogPlansModule {}
