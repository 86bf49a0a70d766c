import { Module } from '@nestjs/common';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { InvoicingModelModule } from '../model/model.module.js';
import { ChargeRating } from './period-rating/charge-rating.service.js';

/** Rates usage: of a period, and at one event. */
@Module({
  imports: [IngestionReaderModule, InvoicingModelModule],
  providers: [ChargeRating],
  exports: [ChargeRating],
})
export class InvoicingRatingModule {}
