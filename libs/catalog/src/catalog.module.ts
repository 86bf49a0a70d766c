import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { BillingEntitiesService } from './billing-entities/billing-entities.service.js';
import { CatalogDatabase } from './catalog.database.js';
import { TaxesController } from './taxes/taxes.controller.js';
import { TaxesService } from './taxes/taxes.service.js';

/** What is sold and how it is priced: metrics, plans with their charges, taxes, issuers. */
@Module({
  controllers: [TaxesController],
  providers: [CatalogDatabase, outboxRelayOf(CatalogDatabase), BillingEntitiesService, TaxesService],
})
export class CatalogModule {}
