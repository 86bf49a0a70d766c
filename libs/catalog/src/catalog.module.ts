import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { AddOnsController } from './add-ons/add-ons.controller.js';
import { AddOnsService } from './add-ons/add-ons.service.js';
import { BillableMetricsController } from './billable-metrics/billable-metrics.controller.js';
import { BillableMetricsService } from './billable-metrics/billable-metrics.service.js';
import { ExpressionTrialsService } from './billable-metrics/expression-trials.service.js';
import { BillingEntitiesController } from './billing-entities/billing-entities.controller.js';
import { BillingEntitiesService } from './billing-entities/billing-entities.service.js';
import { DefaultBillingEntityService } from './billing-entities/default-billing-entity.service.js';
import { CatalogDatabase } from './catalog.database.js';
import { ChargeFiltersController } from './charge-filters/charge-filters.controller.js';
import { ChargeFiltersService } from './charge-filters/charge-filters.service.js';
import { ChargesController } from './charges/charges.controller.js';
import { ChargesService } from './charges/charges.service.js';
import { FeaturesController } from './features/features.controller.js';
import { FeaturesService } from './features/features.service.js';
import { PlanEntitlementsController } from './entitlements/plan-entitlements.controller.js';
import { PlanEntitlementsService } from './entitlements/plan-entitlements.service.js';
import { FixedChargesController } from './fixed-charges/fixed-charges.controller.js';
import { FixedChargesService } from './fixed-charges/fixed-charges.service.js';
import { InvoiceCustomSectionsController } from './invoice-custom-sections/invoice-custom-sections.controller.js';
import { InvoiceCustomSectionsService } from './invoice-custom-sections/invoice-custom-sections.service.js';
import { LogosController } from './logos/logos.controller.js';
import { LogosService } from './logos/logos.service.js';
import { ChargeOverridesService } from './plans/charge-overrides.service.js';
import { CouponsController } from './coupons/coupons.controller.js';
import { CouponsService } from './coupons/coupons.service.js';
import { PlanMessages } from './plans/plan.messages.js';
import { PlanOverridesService } from './plans/plan-overrides.service.js';
import { PlanMetadataController } from './plans/plan-metadata.controller.js';
import { PlanMetadataService } from './plans/plan-metadata.service.js';
import { PlansController } from './plans/plans.controller.js';
import { PlansService } from './plans/plans.service.js';
import { PricingUnitsService } from './pricing-units/pricing-units.service.js';
import { TaxesController } from './taxes/taxes.controller.js';
import { TaxesService } from './taxes/taxes.service.js';

/**
 * Defines products and their prices: metrics, plans with their charges, taxes, issuers. The host process provides
 * `PlanSubscriptions` and `CouponApplications`.
 */
@Module({
  controllers: [
    BillableMetricsController,
    PlansController,
    PlanMetadataController,
    ChargesController,
    ChargeFiltersController,
    FixedChargesController,
    FeaturesController,
    PlanEntitlementsController,
    AddOnsController,
    TaxesController,
    InvoiceCustomSectionsController,
    BillingEntitiesController,
    LogosController,
    CouponsController,
    PlanMessages,
  ],
  providers: [
    CatalogDatabase,
    outboxRelayOf(CatalogDatabase),
    BillableMetricsService,
    BillingEntitiesService,
    LogosService,
    InvoiceCustomSectionsService,
    DefaultBillingEntityService,
    ChargeFiltersService,
    ChargesService,
    ExpressionTrialsService,
    AddOnsService,
    ChargeOverridesService,
    CouponsService,
    FixedChargesService,
    FeaturesService,
    PlanEntitlementsService,
    PlanOverridesService,
    PlansService,
    PlanMetadataService,
    PricingUnitsService,
    TaxesService,
  ],
})
export class CatalogModule {}
