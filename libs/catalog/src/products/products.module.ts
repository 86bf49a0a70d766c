import { Module } from '@nestjs/common';
import { CatalogModelModule } from '../model/model.module.js';
import { AddOnsController } from './add-ons/add-ons.controller.js';
import { AddOnsService } from './add-ons/add-ons.service.js';
import { BillableMetricsController } from './billable-metrics/billable-metrics.controller.js';
import { BillableMetricsService } from './billable-metrics/billable-metrics.service.js';
import { ExpressionTrialsService } from './billable-metrics/expression-trials.service.js';
import { CouponsController } from './coupons/coupons.controller.js';
import { CouponsService } from './coupons/coupons.service.js';
import { FeaturesController } from './features/features.controller.js';
import { FeaturesService } from './features/features.service.js';
import { PricingUnitsService } from './pricing-units/pricing-units.service.js';

/** Resources that plans and invoices refer to: metrics, add-ons, features, pricing units, coupons. */
@Module({
  imports: [CatalogModelModule],
  controllers: [BillableMetricsController, FeaturesController, AddOnsController, CouponsController],
  providers: [
    BillableMetricsService,
    ExpressionTrialsService,
    AddOnsService,
    CouponsService,
    FeaturesService,
    PricingUnitsService,
  ],
  exports: [BillableMetricsService, AddOnsService, FeaturesService, CouponsService],
})
export class CatalogProductsModule {}
