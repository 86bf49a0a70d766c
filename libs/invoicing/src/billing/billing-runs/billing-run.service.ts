import { Injectable } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { PaymentMethods, readCustomerView, readSubscriptions } from '@tollgate/subscription/reader';
import { Clock, type Instant, required } from '@tollgate/platform';
import { customersWithWallets } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { Consolidation, type Consolidated } from '../in-advance/consolidation.service.js';
import { writeProrationCredit } from '../../issuing/adjustments/proration-credit.writer.js';
import { FixedChargeInvoices } from '../fixed-charges/fixed-charge-invoices.service.js';
import { prepareRuns, type InvoiceGroup } from '../../issuing/invoice-writing/billing-preparation.js';
import type { QueuedRun } from '../../model/queues/billing-queue.js';
import { GroupInvoices, type RequestedInvoice } from './group-invoices.service.js';

/** A run with its unbilled invoice groups. */
export interface PreparedRun<R extends QueuedRun = QueuedRun> {
  run: R;
  groups: InvoiceGroup[];
  /** Whether the customer has wallets: then the run requests a snapshot of the unbilled usage when it is done. */
  needsSnapshot: boolean;
  /**
   * The instant that messages carry, Unix milliseconds: the organization's present time, or the billing instant of a
   * late run.
   */
  now: Instant;
}

/**
 * Creates the invoices of customers' subscriptions that fall due together. A repeated run creates no second invoice.
 */
@Injectable()
export class BillingRun {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly invoices: GroupInvoices,
    private readonly consolidation: Consolidation,
    private readonly fixedChargeInvoices: FixedChargeInvoices,
    private readonly clock: Clock,
    private readonly paymentMethods: PaymentMethods,
  ) {}

  /**
   * Prepares the unbilled invoices of runs of different customers. First creates invoices of fixed charges alone and
   * credits, since later invoices depend on both.
   */
  async prepare<R extends QueuedRun>(organizationId: string, runs: R[]): Promise<PreparedRun<R>[]> {
    const now = await this.clock.now(organizationId);
    for (const run of runs) {
      await this.fixedChargeInvoices.bill(organizationId, run);
      for (const ended of run.request.unused_days)
        await this.credit(organizationId, run.request, ended, doneAt(run, now));
    }
    const { groups, owners } = await this.database.tenant(organizationId, async (transaction) => ({
      groups: await prepareRuns(transaction, this.paymentMethods, runs),
      owners: await customersWithWallets(transaction, runs.map(customerOf)),
    }));
    return runs.map((run) => ({
      run,
      groups: groups.get(run.id) ?? [],
      needsSnapshot: owners.has(customerOf(run)),
      now: doneAt(run, now),
    }));
  }

  /**
   * Bills runs of different customers. An invoice that cannot be created is stored as failed and blocks no other.
   * @param isLast whether a run is not retried after an unexpected failure
   * @returns the runs to retry, each with its error, after all other work
   */
  async bill<R extends QueuedRun>(
    organizationId: string,
    prepared: PreparedRun<R>[],
    isLast: (run: R) => boolean,
  ): Promise<Map<R, unknown>> {
    const failed = new Map<R, unknown>();
    const rounds = Math.max(0, ...prepared.map(({ groups }) => groups.length));
    // The next invoice of a customer sees everything that the previous one used.
    for (let round = 0; round < rounds; round++) {
      const runOf = new Map<RequestedInvoice, R>();
      for (const { run, groups, needsSnapshot, now } of prepared) {
        const group = groups[round];
        const at = Date.parse(run.request.billing_at);
        if (group) runOf.set({ group, at, now, last: isLast(run), needsSnapshot }, run);
      }
      const errors = await this.invoices.createInvoices(organizationId, [...runOf.keys()]);
      for (const [requested, error] of errors) setFirst(failed, required(runOf, requested, 'billing run'), error);
    }
    const billed = prepared.filter(({ run }) => !failed.has(run));
    const toConsolidate = new Map(billed.map((each) => [consolidated(each), each.run]));
    const errors = await this.consolidation.consolidateAll(organizationId, [...toConsolidate.keys()]);
    for (const [consolidation, error] of errors)
      setFirst(failed, required(toConsolidate, consolidation, 'billing run'), error);
    return failed;
  }

  /** Credits come first, so that the invoice of the same run already uses them. */
  private async credit(
    organizationId: string,
    request: BillingRunRequest,
    { subscription_id, mode, upgrade }: BillingRunRequest['unused_days'][number],
    now: Instant,
  ): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const storedCustomer = await readCustomerView(transaction, request.customer_id);
      const customer = { ...storedCustomer, timezone: request.timezone ?? storedCustomer.timezone };
      const [subscription] = await readSubscriptions(transaction, [subscription_id]);
      if (subscription)
        await writeProrationCredit(transaction, {
          organizationId,
          customer,
          subscription,
          mode,
          upgrade,
          now,
        });
    });
  }
}

const customerOf = ({ request }: QueuedRun): string => request.customer_id;

const setFirst = <R>(failed: Map<R, unknown>, run: R, error: unknown): void => {
  if (!failed.has(run)) failed.set(run, error);
};

/** The part of a run that is consolidated. */
function consolidated({ run: { request }, now }: PreparedRun): Consolidated {
  const requestedSubscriptions = request.subscriptions.filter(
    ({ invoicing_reason: reason }) => reason !== 'in_advance_charge',
  );
  return {
    customerId: request.customer_id,
    subscriptionIds: [...requestedSubscriptions, ...request.unused_days].map((each) => each.subscription_id),
    at: Date.parse(request.billing_at),
    now,
    ends:
      request.unused_days.length > 0 ||
      requestedSubscriptions.some(({ invoicing_reason: reason }) => reason === 'subscription_terminating'),
  };
}

/** Dates a late run as if it were on time (Unix ms). */
const doneAt = ({ request }: QueuedRun, now: Instant): number => Math.min(now, Date.parse(request.billing_at));
