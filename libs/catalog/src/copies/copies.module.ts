import { Module } from '@nestjs/common';
import { CatalogIssuersModule } from '../issuers/issuers.module.js';
import { CatalogPlansModule } from '../plans/plans.module.js';
import { CatalogProductsModule } from '../products/products.module.js';
import { CopiedObjects } from './copied-objects.js';
import { CopiesController } from './copies.controller.js';
import { CopiesService } from './copies.service.js';

/** Copies of catalogs between organizations. */
@Module({
  imports: [CatalogIssuersModule, CatalogProductsModule, CatalogPlansModule],
  controllers: [CopiesController],
  providers: [CopiedObjects, CopiesService],
})
export class CatalogCopiesModule {}
