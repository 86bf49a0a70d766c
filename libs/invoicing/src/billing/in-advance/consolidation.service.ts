import { Injectable } from '@nestjs/common';
import { readBillingEntity } from '@tollgate/catalog/reader';
import { mapConcurrent, Clock, Metrics, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  readCustomerView,
  readSubscriptions,
  readSubscriptionsByExternalId,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { writeConsolidatedInvoice } from './consolidated-invoice.writer.js';
import { hasPaidUninvoicedFees, lockPaidUninvoicedFees } from './consolidation.repository.js';

/** The part of a billing run that is consolidated for a customer. */
export interface Consolidated {
  customerId: string;
  /** The billed subscriptions. */
  subscriptionIds: string[];
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
  /** Whether the run ends any of them. */
  ends: boolean;
}

/**
 * Consolidates paid uninvoiced fees on invoices with every billing run of their subscriptions (charges, section 3.8).
 */
@Injectable()
export class Consolidation {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** The end of a subscription without a final invoice has no billing run of its own. */
  async consolidateAtEnd(organizationId: string, subscriptionId: string, at: Instant): Promise<void> {
    const [ended] = await this.database.tenant(organizationId, (transaction) =>
      readSubscriptions(transaction, [subscriptionId]),
    );
    if (ended?.terminationInvoice === 'skip')
      await this.consolidate(organizationId, {
        customerId: ended.customerId,
        subscriptionIds: [ended.id],
        at,
        now: await this.clock.now(organizationId),
        ends: true,
      });
  }

  /** Consolidates many customers in one batch. @returns the runs to retry, each with its error, after all other work */
  async consolidateAll(organizationId: string, all: Consolidated[]): Promise<ReadonlyMap<Consolidated, unknown>> {
    const failed = new Map<Consolidated, unknown>();
    if (all.length === 0) return failed;
    const paid = await this.database.tenant(organizationId, (transaction) =>
      mapConcurrent(all, (one) => hasPaidUninvoicedFees(transaction, one)),
    );
    for (const run of all.filter((_, index) => paid[index])) {
      await this.consolidate(organizationId, run).catch((error: unknown) => failed.set(run, error));
    }
    return failed;
  }

  /** A repeated run finds no fees. */
  async consolidate(
    organizationId: string,
    { customerId, subscriptionIds, at, now, ends }: Consolidated,
  ): Promise<void> {
    const made = await this.database.tenant(organizationId, async (transaction) => {
      if (!(await hasPaidUninvoicedFees(transaction, { customerId, at }))) return 0;
      const billed = await readSubscriptions(transaction, subscriptionIds);
      const groups = new Map<string | null, SubscriptionView[]>();
      for (const subscription of await chainsOf(transaction, customerId, billed)) {
        const order = subscription.purchaseOrderNumber;
        groups.set(order, [...(groups.get(order) ?? []), subscription]);
      }
      // Only a run of a subscription that continues leaves fees of later periods for later.
      const goesOn =
        !ends && !billed.some(({ agreement }) => agreement.predecessor !== null && agreement.startedAt === at);
      let invoices = 0;
      for (const subscriptions of groups.values()) {
        if (
          !subscriptions.some(({ plan }) => plan.charges.some(({ regroupPaidFees }) => regroupPaidFees === 'invoice'))
        )
          continue;
        const fees = await lockPaidUninvoicedFees(
          transaction,
          subscriptions.map(({ id }) => id),
          at,
          goesOn,
        );
        if (fees.length === 0) continue;
        const customer = await readCustomerView(transaction, customerId);
        const entityId = subscriptions[0]?.billingEntityId ?? customer.billingEntity.id;
        const billingEntity = await readBillingEntity(transaction, entityId);
        await writeConsolidatedInvoice(transaction, {
          organizationId,
          customer,
          billingEntity,
          subscriptions,
          fees,
          at,
          now,
        });
        invoices++;
      }
      return invoices;
    });
    if (made > 0) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge_periodic' }, made);
  }
}

/** All subscriptions of the customer, running or ended, with the external ids of the billed ones. */
async function chainsOf(
  transaction: TenantTransaction,
  customerId: string,
  billed: SubscriptionView[],
): Promise<SubscriptionView[]> {
  const chains: SubscriptionView[] = [];
  for (const externalId of new Set(billed.map((subscription) => subscription.externalId))) {
    const all = await readSubscriptionsByExternalId(transaction, externalId);
    chains.push(
      ...all.filter((one) => one.customerId === customerId && (one.status === 'active' || one.status === 'terminated')),
    );
  }
  return chains;
}
