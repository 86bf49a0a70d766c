import { Module } from '@nestjs/common';
import { SubscriptionModelModule } from '../model/model.module.js';
import { AlertEvaluationService } from './alerts/alert-evaluation.service.js';
import { AlertMessagesController } from './alerts/alert-messages.controller.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { AlertsService } from './alerts/alerts.service.js';
import { PortalAlertsController } from './alerts/portal-alerts.controller.js';
import { PortalAlertsService } from './alerts/portal-alerts.service.js';
import { SubscriptionActsService } from './bulk-acts/subscription-acts.service.js';
import { SubscriptionChargeFiltersController } from './charges/subscription-charge-filters.controller.js';
import { SubscriptionChargesController } from './charges/subscription-charges.controller.js';
import { SubscriptionChargesService } from './charges/subscription-charges.service.js';
import { EntitlementChecksService } from './entitlements/entitlement-checks.service.js';
import { EntitlementVersions } from './entitlements/entitlement-versions.js';
import { SubscriptionEntitlementsController } from './entitlements/subscription-entitlements.controller.js';
import { SubscriptionEntitlementsService } from './entitlements/subscription-entitlements.service.js';
import { SubscriptionFixedChargesController } from './fixed-charges/subscription-fixed-charges.controller.js';
import { SubscriptionFixedChargesService } from './fixed-charges/subscription-fixed-charges.service.js';
import { DataImportWorker } from './imports/data-import.worker.js';
import { DataImportsController } from './imports/data-imports.controller.js';
import { DataImportsService } from './imports/data-imports.service.js';
import { LifetimeUsageController } from './lifetime-usage/lifetime-usage.controller.js';
import { LifetimeUsageService } from './lifetime-usage/lifetime-usage.service.js';
import { PlanMigrationHousekeeping } from './plan-migrations/plan-migration-housekeeping.js';
import { PlanMigrationWorker } from './plan-migrations/plan-migration.worker.js';
import { PlanMigrationsController } from './plan-migrations/plan-migrations.controller.js';
import { PlanMigrationsService } from './plan-migrations/plan-migrations.service.js';
import { PortalPlansController } from './portal/portal-plans.controller.js';
import { PortalPlansService } from './portal/portal-plans.service.js';
import { PortalSubscriptionsController } from './portal/portal-subscriptions.controller.js';
import { ActivationMessagesController } from './resource/activation-messages.controller.js';
import { SubscriptionMessagesController } from './resource/subscription-messages.controller.js';
import { SubscriptionsController } from './resource/subscriptions.controller.js';
import { SubscriptionsService } from './resource/subscriptions.service.js';

/** Subscriptions with their prices, entitlements, alerts and imports. */
@Module({
  imports: [SubscriptionModelModule],
  controllers: [
    SubscriptionsController,
    PortalSubscriptionsController,
    PortalPlansController,
    SubscriptionChargesController,
    SubscriptionChargeFiltersController,
    SubscriptionFixedChargesController,
    SubscriptionEntitlementsController,
    LifetimeUsageController,
    DataImportsController,
    PlanMigrationsController,
    AlertsController,
    PortalAlertsController,
    AlertMessagesController,
    SubscriptionMessagesController,
    ActivationMessagesController,
  ],
  providers: [
    DataImportsService,
    DataImportWorker,
    SubscriptionsService,
    PortalPlansService,
    SubscriptionActsService,
    SubscriptionChargesService,
    SubscriptionFixedChargesService,
    SubscriptionEntitlementsService,
    EntitlementVersions,
    EntitlementChecksService,
    LifetimeUsageService,
    AlertsService,
    PortalAlertsService,
    AlertEvaluationService,
    PlanMigrationsService,
    PlanMigrationWorker,
    PlanMigrationHousekeeping,
  ],
  exports: [PlanMigrationsService],
})
export class SubscriptionsModule {}
