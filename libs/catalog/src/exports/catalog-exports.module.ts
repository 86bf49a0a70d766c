import { Module } from '@nestjs/common';
import { CatalogModelModule } from '../model/model.module.js';
import { CatalogExportsService } from './catalog-exports.service.js';

/** Files of products, prices, taxes and texts. */
@Module({ imports: [CatalogModelModule], providers: [CatalogExportsService] })
export class CatalogExportsModule {}
