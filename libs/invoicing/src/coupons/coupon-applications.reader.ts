import { Global, Injectable, Module } from '@nestjs/common';
import { CouponApplications } from '@tollgate/catalog/reader';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../tables/invoicing.tables.js';

/** What the catalog asks about coupons on customers. */
@Injectable()
class CouponApplicationsReader extends CouponApplications {
  override async isApplied(transaction: Transaction, organizationId: string, couponId: string): Promise<boolean> {
    const row = await tablesOf<InvoicingTables>(transaction)
      .selectFrom('invoicing.applied_coupons')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('coupon_id', '=', couponId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** Brings what the catalog asks about coupons on customers into the process that serves the catalog. */
@Global()
@Module({
  providers: [{ provide: CouponApplications, useClass: CouponApplicationsReader }],
  exports: [CouponApplications],
})
export class InvoicingReaderModule {}
