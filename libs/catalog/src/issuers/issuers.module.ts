import { Module } from '@nestjs/common';
import { AddressResolver } from '@tollgate/platform';
import { CatalogModelModule } from '../model/model.module.js';
import { BillingEntitiesController } from './billing-entities/billing-entities.controller.js';
import { BillingEntitiesService } from './billing-entities/billing-entities.service.js';
import { DefaultBillingEntityService } from './billing-entities/default-billing-entity.service.js';
import { EcbImport } from './exchange-rates/ecb-import.service.js';
import { PortalOrigins } from './billing-entities/portal-origins.service.js';
import { ExchangeRatesController } from './exchange-rates/exchange-rates.controller.js';
import { ExchangeRatesService } from './exchange-rates/exchange-rates.service.js';
import { InvoiceCustomSectionsController } from './invoice-custom-sections/invoice-custom-sections.controller.js';
import { InvoiceCustomSectionsService } from './invoice-custom-sections/invoice-custom-sections.service.js';
import { LogosController } from './logos/logos.controller.js';
import { LogosService } from './logos/logos.service.js';
import { TaxesController } from './taxes/taxes.controller.js';
import { TaxesService } from './taxes/taxes.service.js';

/** The issuers of invoices, with their taxes, texts and logos. */
@Module({
  imports: [CatalogModelModule],
  controllers: [
    TaxesController,
    ExchangeRatesController,
    InvoiceCustomSectionsController,
    BillingEntitiesController,
    LogosController,
  ],
  providers: [
    AddressResolver,
    BillingEntitiesService,
    LogosService,
    InvoiceCustomSectionsService,
    DefaultBillingEntityService,
    PortalOrigins,
    TaxesService,
    ExchangeRatesService,
    EcbImport,
  ],
  exports: [TaxesService],
})
export class CatalogIssuersModule {}
