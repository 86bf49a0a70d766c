import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { AlertEvaluationService } from './alerts/alert-evaluation.service.js';
import { AlertMessagesController } from './alerts/alert-messages.controller.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { AlertsService } from './alerts/alerts.service.js';
import { SubscriptionChargeFiltersController } from './charges/subscription-charge-filters.controller.js';
import { SubscriptionChargesController } from './charges/subscription-charges.controller.js';
import { SubscriptionChargesService } from './charges/subscription-charges.service.js';
import { CustomerCurrency } from './customers/customer-currency.js';
import { CustomerPortal } from './customers/customer-portal.js';
import { CustomersController } from './customers/customers.controller.js';
import { CustomersService } from './customers/customers.service.js';
import { IntegrationsService } from './customers/integrations.service.js';
import { IssuerMessagesController } from './customers/issuer-messages.controller.js';
import { DueWorkMetrics } from './due-work/due-work.metrics.js';
import { SubscriptionDueWork } from './due-work/subscription-due-work.js';
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
import { SubscriptionDatabase } from './subscription.database.js';
import { VatChecksService } from './vat-checks/vat-checks.service.js';
import { VatRegistry } from './vat-checks/vat-registry.js';
import { ViesRegistry } from './vat-checks/vies-registry.js';
import { SubscriptionMessagesController } from './subscriptions/subscription-messages.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { CustomerExportsService } from './exports/customer-exports.service.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

/** Customers and their subscriptions. */
@Module({
  controllers: [
    CustomersController,
    SubscriptionsController,
    SubscriptionChargesController,
    SubscriptionChargeFiltersController,
    SubscriptionFixedChargesController,
    SubscriptionEntitlementsController,
    LifetimeUsageController,
    DataImportsController,
    AlertsController,
    AlertMessagesController,
    SubscriptionMessagesController,
    IssuerMessagesController,
  ],
  providers: [
    SubscriptionDatabase,
    outboxRelayOf(SubscriptionDatabase),
    CustomersService,
    IntegrationsService,
    CustomerExportsService,
    DataImportsService,
    DataImportWorker,
    CustomerCurrency,
    CustomerPortal,
    SubscriptionsService,
    SubscriptionChargesService,
    SubscriptionFixedChargesService,
    SubscriptionEntitlementsService,
    EntitlementVersions,
    EntitlementChecksService,
    LifetimeUsageService,
    AlertsService,
    AlertEvaluationService,
    SubscriptionDueWork,
    DueWorkMetrics,
    VatChecksService,
    { provide: VatRegistry, useClass: ViesRegistry },
  ],
})
export class SubscriptionModule {}
