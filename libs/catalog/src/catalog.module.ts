import { Module } from '@nestjs/common';
import { CatalogCopiesModule } from './copies/copies.module.js';
import { CatalogExportsModule } from './exports/catalog-exports.module.js';
import { CatalogIssuersModule } from './issuers/issuers.module.js';
import { CatalogPlansModule } from './plans/plans.module.js';
import { CatalogProductsModule } from './products/products.module.js';

/** Defines products and their prices. The host process provides `PlanSubscriptions` and `CouponApplications`. */
@Module({
  imports: [CatalogIssuersModule, CatalogProductsModule, CatalogPlansModule, CatalogCopiesModule, CatalogExportsModule],
})
export class CatalogModule {}
