import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';

/** The tables of the catalog, and its versions. */
@Module({
  providers: [CatalogDatabase, outboxRelayOf(CatalogDatabase)],
  exports: [CatalogDatabase],
})
export class CatalogModelModule {}
