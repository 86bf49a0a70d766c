import { Global, Module } from '@nestjs/common';
import { CouponApplications } from '@tollgate/catalog/reader';
import { PendingTaxes } from '@tollgate/subscription/reader';
import { CouponApplicationsReader } from './documents/coupons/coupon-applications.reader.js';
import { PendingTaxesReader } from './issuing/pending-taxes/pending-taxes.reader.js';

/** Provides applied coupons to the process of the catalog, and pending taxes to the one of subscriptions. */
@Global()
@Module({
  providers: [
    { provide: CouponApplications, useClass: CouponApplicationsReader },
    { provide: PendingTaxes, useClass: PendingTaxesReader },
  ],
  exports: [CouponApplications, PendingTaxes],
})
export class InvoicingReaderModule {}
