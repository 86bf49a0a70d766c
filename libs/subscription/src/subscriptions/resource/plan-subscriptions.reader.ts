import { Global, Injectable, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { PlanSubscriptions } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

/** Implements the catalog's port to subscriptions. */
@Injectable()
export class PlanSubscriptionsReader extends PlanSubscriptions {
  override async isAttached(transaction: TenantTransaction, planId: string): Promise<boolean> {
    const row = await tables(transaction)
      .selectFrom('subscription.subscriptions')
      .select('id')
      .where('organization_id', '=', transaction.organizationId)
      .where('plan_id', '=', planId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  override async inUse(transaction: TenantTransaction, planIds: string[]): Promise<Set<string>> {
    if (planIds.length === 0) return new Set();
    const rows = await tables(transaction)
      .selectFrom('subscription.subscriptions')
      .select('plan_id')
      .distinct()
      .where('organization_id', '=', transaction.organizationId)
      .where('plan_id', 'in', planIds)
      .where('status', 'in', ['active', 'pending'])
      .execute();
    return new Set(rows.map((row) => row.plan_id));
  }

  override async counts(
    transaction: TenantTransaction,
    planIds: string[],
  ): Promise<Map<string, { customers: number; active: number }>> {
    if (planIds.length === 0) return new Map();
    const rows = await tables(transaction)
      .selectFrom('subscription.subscriptions')
      .select(['plan_id', sql<bigint>`count(distinct customer_id)`.as('customers'), sql<bigint>`count(*)`.as('active')])
      .where('organization_id', '=', transaction.organizationId)
      .where('plan_id', 'in', planIds)
      .where('status', '=', 'active')
      .groupBy('plan_id')
      .execute();
    return new Map(rows.map((row) => [row.plan_id, { customers: Number(row.customers), active: Number(row.active) }]));
  }
}

/** Provides the catalog's port to the process that serves the catalog. */
@Global()
@Module({
  providers: [{ provide: PlanSubscriptions, useClass: PlanSubscriptionsReader }],
  exports: [PlanSubscriptions],
})
export class SubscriptionReaderModule {}
