import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { PendingTaxes } from '@tollgate/subscription/reader';
import { tables } from '../../model/invoicing.tables.js';

/** Reads for subscriptions whether their invoices wait for a tax engine. */
@Injectable()
export class PendingTaxesReader extends PendingTaxes {
  override async isPending(transaction: TenantTransaction, subscriptionId: string): Promise<boolean> {
    const lastFee = tables(transaction)
      .selectFrom('invoicing.fees')
      .select('invoice_id')
      .where('organization_id', '=', transaction.organizationId)
      .where('subscription_id', '=', subscriptionId)
      .where('fee_type', '=', 'subscription')
      .where('invoice_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy(sql`from_datetime desc nulls last`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1);
    const request = await tables(transaction)
      .selectFrom('invoicing.tax_requests')
      .select('invoice_id')
      .where('invoice_id', 'in', lastFee)
      .where('status', 'in', ['pending', 'answered'])
      .executeTakeFirst();
    return request !== undefined;
  }
}
