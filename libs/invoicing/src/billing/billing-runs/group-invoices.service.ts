import { Injectable } from '@nestjs/common';
import { readBillingEntity } from '@tollgate/catalog/reader';
import {
  mapConcurrent,
  brokenUniqueIndex,
  byBytes,
  isDatabaseUnavailable,
  Logger,
  Metrics,
  Unavailable,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import {
  writeUninvoicedRenewals,
  type UninvoicedRenewal,
  type RenewedSubscription,
} from '../in-advance/renewals.service.js';
import type { InvoiceGroup } from '../../issuing/invoice-writing/billing-preparation.js';
import { writeFailedInvoice } from '../../issuing/invoice-writing/failed-invoice.writer.js';
import type { InvoiceToWrite } from '../../issuing/invoice-writing/invoice-to-write.js';
import { writeInvoices } from '../../issuing/invoice-writing/invoice.writer.js';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import type { CreditTaking } from '../../issuing/prepaid-credits/credit-taking.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { abandonedAmong } from '../../model/starts/waiting-starts.repository.js';
import { abandonStart } from '../../issuing/waiting-starts/waiting-invoice.writer.js';
import { failureOf } from '../../model/errors/failure.rules.js';
import { currencyOf, InvoiceLines } from './invoice-lines.service.js';

/** The maximum number of lines per transaction; an invoice with more has a transaction of its own. */
const mostLines = 5_000;

/** An invoice that a run requests. */
export interface RequestedInvoice {
  group: InvoiceGroup;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
  /** Whether the run is not retried after an unexpected failure. */
  last: boolean;
  /** Whether the run requests a snapshot of the customer's unbilled usage afterwards. */
  needsSnapshot: boolean;
}

/** A requested invoice with its lines and the uninvoiced renewals of the same run. */
interface RatedInvoice {
  requested: RequestedInvoice;
  lines: NewFee[];
  uninvoiced: { renewed: RenewedSubscription; renewals: UninvoicedRenewal[] }[];
}

/** Invoices to retry, each with its error. */
type ToRetry = Map<RequestedInvoice, unknown>;

/**
 * Creates the invoices of groups in batches, so that the invoices of a transaction share their statements. An invoice
 * that cannot be created is stored as failed and blocks no other.
 */
@Injectable()
export class GroupInvoices {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly lines: InvoiceLines,
    private readonly creditReservations: CreditReservations,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /**
   * @param all invoices of different customers
   * @returns the invoices to retry, after all other work
   */
  async createInvoices(
    organizationId: string,
    all: RequestedInvoice[],
  ): Promise<ReadonlyMap<RequestedInvoice, unknown>> {
    const failed: ToRetry = new Map();
    const rated = await Promise.all(
      all.map((requested) =>
        this.rate(organizationId, requested).catch((error: unknown) =>
          this.failed(organizationId, requested, error, failed).then(() => []),
        ),
      ),
    );
    for (const some of byBytes(rated.flat(), mostLines, ({ lines }) => lines.length))
      await this.write(organizationId, some, failed);
    return failed;
  }

  private async rate(organizationId: string, requested: RequestedInvoice): Promise<RatedInvoice[]> {
    const { group, at } = requested;
    const uninvoiced = await this.lines.uninvoicedRenewals(organizationId, group, at);
    const renewals = uninvoiced.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines.buildFor(organizationId, group, at, { uninvoiced: renewals, replaced: null });
    return [{ requested, lines, uninvoiced }];
  }

  /**
   * Writes invoices in one transaction. Splits the batch in halves after a failure, until the faulty invoice is alone.
   */
  private async write(organizationId: string, invoices: RatedInvoice[], failed: ToRetry): Promise<void> {
    const [first] = invoices;
    if (!first) return;
    const snapshotCustomerIds = invoices
      .filter(({ requested }) => requested.needsSnapshot)
      .map(({ requested }) => requested.group.customer.id);
    try {
      await this.creditReservations.runWithReservedCredits(
        organizationId,
        (transaction, credits) => writeTogether(transaction, organizationId, invoices, credits),
        new Set(snapshotCustomerIds),
      );
    } catch (error) {
      if (invoices.length === 1) return this.failed(organizationId, first.requested, error, failed);
      // An unavailable dependency affects every invoice of the batch.
      if (error instanceof Unavailable || isDatabaseUnavailable(error)) {
        for (const { requested } of invoices) failed.set(requested, error);
        return;
      }
      this.logger.info('invoices are written in halves', {
        organization_id: organizationId,
        invoices: invoices.length,
        error,
      });
      const half = Math.ceil(invoices.length / 2);
      await this.write(organizationId, invoices.slice(0, half), failed);
      await this.write(organizationId, invoices.slice(half), failed);
      return;
    }
    for (const { requested } of invoices)
      for (const { reason } of requested.group.subscriptions) this.metrics.invoicesCreated.inc({ reason });
  }

  /** Handles an invoice that cannot be created. */
  private async failed(
    organizationId: string,
    requested: RequestedInvoice,
    error: unknown,
    failed: ToRetry,
  ): Promise<void> {
    const { group } = requested;
    // Another process billed the same meanwhile.
    if (isBilledAlready(error)) return this.logger.info('billed already', { customer_id: group.customer.id });
    try {
      await this.storeFailed(organizationId, requested, error);
    } catch (again) {
      failed.set(requested, again);
    }
  }

  /** Stores an invoice that cannot be created as failed. @throws the error of a retryable failure */
  private async storeFailed(
    organizationId: string,
    { group, at, now, last }: RequestedInvoice,
    error: unknown,
  ): Promise<void> {
    const failure = failureOf(error);
    if (!failure || !(failure.permanent || last)) throw error;
    if (group.awaitsPayment) return this.giveUp(organizationId, group, failure.code, now);
    const currency = currencyOf(group);
    try {
      const id = await this.database.tenant(organizationId, (transaction) =>
        writeFailedInvoice(transaction, { organizationId, group, currency, failure, at, now }),
      );
      this.logger.error('invoice failed', {
        invoice_id: id,
        customer_id: group.customer.id,
        code: failure.code,
        error,
      });
    } catch (again) {
      if (!isBilledAlready(again)) throw again;
      this.logger.info('billed already', { customer_id: group.customer.id });
    }
  }

  /** Abandons a start whose invoice cannot be created: no call would show a failed one. */
  private async giveUp(organizationId: string, group: InvoiceGroup, code: string, now: Instant): Promise<void> {
    const { id: customerId } = group.customer;
    for (const { subscription } of group.subscriptions) {
      const abandoned = { subscriptionId: subscription.id, customerId, reason: 'payment_failed' as const, now };
      await this.database.tenant(organizationId, (transaction) => abandonStart(transaction, abandoned));
      this.logger.error('a start was canceled, since its invoice cannot be created', {
        subscription_id: subscription.id,
        customer_id: customerId,
        code,
      });
    }
  }
}

async function writeTogether(
  transaction: TenantTransaction,
  organizationId: string,
  requestedInvoices: RatedInvoice[],
  credits: CreditTaking,
): Promise<void> {
  const invoices = await withoutAbandoned(transaction, requestedInvoices);
  const toWrite = await mapConcurrent(
    invoices,
    async ({ requested: { group, at, now }, lines }): Promise<InvoiceToWrite> => {
      const defaultEntity = group.customer.billingEntity;
      const billingEntity =
        defaultEntity.id === group.billingEntityId
          ? defaultEntity
          : await readBillingEntity(transaction, group.billingEntityId);
      return { organizationId, ...group, billingEntity, currency: currencyOf(group), lines, credits, at, now };
    },
  );
  await writeInvoices(transaction, toWrite, credits);
  for (const { requested, uninvoiced } of invoices)
    for (const { renewed, renewals } of uninvoiced)
      await writeUninvoicedRenewals(transaction, renewed, renewals, requested.now);
}

/** Leaves out starts that were given up while their invoice was computed (subscriptions, section 3.5). */
async function withoutAbandoned(transaction: TenantTransaction, invoices: RatedInvoice[]): Promise<RatedInvoice[]> {
  const startOf = ({ requested: { group } }: RatedInvoice) =>
    group.awaitsPayment ? group.subscriptions.map(({ subscription }) => subscription.id) : [];
  const abandoned = await abandonedAmong(transaction, invoices.flatMap(startOf));
  return invoices.filter((invoice) => !startOf(invoice).some((id) => abandoned.has(id)));
}

/**
 * Whether another process billed the same: its periods exist, or, for reserved credits, an invoice with the reserved
 * id.
 */
const isBilledAlready = (error: unknown): boolean => {
  const index = brokenUniqueIndex(error);
  return index !== null && (index.startsWith('billing_periods_once') || index === 'invoices_pkey');
};
