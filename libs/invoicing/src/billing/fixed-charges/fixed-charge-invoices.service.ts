import { Injectable } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { readBillingEntity, readTaxesOfBillingEntity } from '@tollgate/catalog/reader';
import { brokenUniqueIndex, Clock, Logger, Metrics, type TenantTransaction, type Instant } from '@tollgate/platform';
import { invoiceBoundaries, noBills } from '@tollgate/rating';
import { readCustomerView, readSubscriptions } from '@tollgate/subscription/reader';
import type { QueuedRun } from '../../model/queues/billing-queue.js';
import { writeInvoice } from '../../issuing/invoice-writing/invoice.writer.js';
import { asBilled } from '../../model/line-items/new-invoice.js';
import type { CreditTaking } from '../../issuing/prepaid-credits/credit-taking.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import { abandonedAmong } from '../../model/starts/waiting-starts.repository.js';
import { fixedChargeFees } from './fixed-charge-fees.js';
import { unitChangeFees } from './unit-change-fees.js';

type RequestedSubscription = BillingRunRequest['subscriptions'][number];

/**
 * Creates invoices of fixed charges alone: at the start of a plan in arrears, and for changed units in advance within a
 * period (subscriptions, section 3.3; charges, section 5.4). A repeated run finds its mark on the billing period.
 */
@Injectable()
export class FixedChargeInvoices {
  constructor(
    private readonly creditReservations: CreditReservations,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  async bill(organizationId: string, { id: runId, request }: QueuedRun): Promise<void> {
    for (const requested of request.subscriptions.filter(
      ({ invoicing_reason: reason }) => reason === 'in_advance_charge',
    )) {
      const now = Math.min(await this.clock.now(organizationId), Date.parse(request.billing_at));
      try {
        const billed = await this.creditReservations.runWithReservedCredits(organizationId, (transaction, credits) =>
          this.billOne(transaction, { ...request, runId, requested, credits, now }),
        );
        if (billed) this.metrics.invoicesCreated.inc({ reason: 'in_advance_charge' });
      } catch (error) {
        if (!['billing_periods_once_per_run', 'invoices_pkey'].includes(brokenUniqueIndex(error) ?? '')) throw error;
        this.logger.info('billed already', { customer_id: request.customer_id });
      }
    }
  }

  private async billOne(
    transaction: TenantTransaction,
    run: Pick<BillingRunRequest, 'customer_id' | 'billing_at' | 'timezone'> & {
      runId: string;
      requested: RequestedSubscription;
      credits: CreditTaking;
      now: Instant;
    },
  ): Promise<boolean> {
    const { requested, runId, credits, now } = run;
    const at = Date.parse(run.billing_at);
    const storedCustomer = await readCustomerView(transaction, run.customer_id);
    const customer = { ...storedCustomer, timezone: run.timezone ?? storedCustomer.timezone };
    const [read] = await readSubscriptions(transaction, [requested.subscription_id]);
    if (!read) return false;
    const subscription = asBilled(read, requested.invoicing_reason);
    const payer = {
      subscription,
      customer,
      entityTaxes: await readTaxesOfBillingEntity(transaction, customer.billingEntity.id),
    };
    const periods = await readPeriodHistories(transaction, [{ subscription: read, since: at }]);
    const periodHistory = periods.get(read.id) ?? noBills;
    const boundaries = invoiceBoundaries(subscription.agreement, at, customer.timezone);
    const billed = {
      subscription,
      reason: requested.invoicing_reason,
      trialEnded: false,
      quantityCutoff: requested.units_until ?? null,
      boundaries,
    };
    const lines = requested.new_units
      ? await unitChangeFees(transaction, payer, requested.new_units, at, periodHistory)
      : await fixedChargeFees(transaction, {
          ...payer,
          organizationId: transaction.organizationId,
          billed,
          at,
          periods: periodHistory,
          draftId: null,
        });
    const awaitsPayment = requested.awaits_payment === true;
    if (awaitsPayment && (await abandonedAmong(transaction, [subscription.id])).size > 0) return false;
    if (lines.length === 0) {
      // A start without anything to bill does not wait.
      if (awaitsPayment)
        await transaction.append('activation.paid', customer.id, { subscription_id: subscription.id }, now);
      return false;
    }
    await writeInvoice(transaction, {
      organizationId: transaction.organizationId,
      customer,
      billingEntity: await readBillingEntity(transaction, subscription.billingEntityId ?? customer.billingEntity.id),
      subscriptions: [billed],
      currency: subscription.plan.currency,
      lines,
      credits,
      awaitsPayment,
      runId,
      at,
      now,
    });
    return true;
  }
}
