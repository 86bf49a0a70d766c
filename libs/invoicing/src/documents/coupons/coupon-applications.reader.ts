import { Injectable } from '@nestjs/common';
import { CouponApplications } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/invoicing.tables.js';

/** Answers the catalog's question about coupons on customers. */
@Injectable()
export class CouponApplicationsReader extends CouponApplications {
  override async isApplied(transaction: TenantTransaction, couponId: string): Promise<boolean> {
    const row = await tables(transaction)
      .selectFrom('invoicing.applied_coupons')
      .select('id')
      .where('organization_id', '=', transaction.organizationId)
      .where('coupon_id', '=', couponId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
