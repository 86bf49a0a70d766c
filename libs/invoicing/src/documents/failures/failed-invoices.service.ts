import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload, SingleInvoice } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import {
  Clock,
  isId,
  Jobs,
  Logger,
  newId,
  NotAllowed,
  NotFound,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { writeUninvoicedRenewals } from '../../billing/in-advance/renewals.service.js';
import { currencyOf, InvoiceLines } from '../../billing/billing-runs/invoice-lines.service.js';
import {
  publishInvoice,
  datesOf,
  finalizationOf,
  gracePeriodOf,
} from '../../issuing/invoice-writing/invoice.writer.js';
import type { InvoiceToWrite } from '../../issuing/invoice-writing/invoice-to-write.js';
import { groupOf } from '../drafts/draft-invoices.service.js';
import { rewriteDraft } from '../../issuing/invoice-writing/draft.writer.js';
import { requestTaxesAgain } from '../../issuing/tax-sources/engine.source.js';
import { UntaxedInvoices } from '../../issuing/pending-taxes/untaxed-invoices.service.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { tables } from '../../model/invoicing.tables.js';
import { presentInvoice } from '../invoices/invoice.presenter.js';
import { findInvoice, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { failureOf } from '../../model/errors/failure.rules.js';
import { isUntaxed } from '../../model/taxes/untaxed-fees.repository.js';
import { recordInvoiceError } from '../../model/errors/invoice-errors.repository.js';
import { markFailed } from '../../issuing/invoice-writing/failed-invoice.writer.js';

const parallelJobs = 2;

/** Creates failed invoices again after the cause is fixed (invoices, section 9.10). */
@Injectable()
export class FailedInvoicesService implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly lines: InvoiceLines,
    private readonly creditReservations: CreditReservations,
    private readonly untaxed: UntaxedInvoices,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('invoice-retry', (payload) => this.recreateRequested(payload), parallelJobs);
  }

  /**
   * Requests another attempt at a failed invoice, or at its taxes if they failed; it is pending until then. @throws
   * NotFound, NotAllowed `invalid_status`
   */
  async retry(organizationId: string, id: string): Promise<SingleInvoice> {
    if (!isId(id)) throw new NotFound('invoice');
    const now = await this.clock.now(organizationId);
    const { answer, invoice } = await this.database.tenant(organizationId, async (transaction) => {
      if (!(await findInvoice(transaction, id))) throw new NotFound('invoice');
      const failed = await lockInvoice(transaction, id);
      if (failed?.status !== 'failed') throw new NotAllowed('invalid_status');
      const awaits_taxes = await isUntaxed(transaction, id);
      const changes = { status: 'pending', awaits_taxes, updated_at: new Date(now) } as const;
      await setStatus(transaction, id, changes);
      if (awaits_taxes) await requestTaxesAgain(transaction, failed, now);
      const pending = { ...failed, ...changes };
      return { answer: await presentInvoice(transaction, pending, now), invoice: pending };
    });
    if (invoice.awaits_taxes) await this.untaxed.retry(invoice);
    else
      await this.jobs.add(
        'invoice-retry',
        { organization_id: organizationId, request_id: null, invoice_id: id },
        { id: newId() },
      );
    return answer;
  }

  /** A fault of the invoice fails it again; an unavailable dependency leads to a retry. */
  private async recreateRequested({
    organization_id: organizationId,
    invoice_id: id,
  }: JobPayload<'invoice-retry'>): Promise<void> {
    const invoice = await this.database.tenant(organizationId, (transaction) => findInvoice(transaction, id));
    if (!isToRecreate(invoice)) return;
    const now = await this.clock.now(organizationId);
    try {
      await this.recreate(organizationId, invoice, now);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      this.logger.error('invoice failed again', { invoice_id: id, code: failure.code, error });
      await this.database.tenant(organizationId, (transaction) =>
        markFailed(transaction, invoice, 'pending', failure, now),
      );
    }
  }

  private async recreate(organizationId: string, invoice: InvoiceRow, now: Instant): Promise<void> {
    const at = invoice.billed_at.getTime();
    await this.lines.flushUsage(organizationId);
    const group = await this.database.tenant(organizationId, (transaction) => groupOf(transaction, invoice));
    // The periods are in the time zone of their billing, wherever the customer is now.
    const billed = { ...group, customer: { ...group.customer, timezone: invoice.timezone } };
    const uninvoiced = await this.lines.uninvoicedRenewals(organizationId, billed, at);
    const renewals = uninvoiced.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines.buildFor(organizationId, billed, at, { uninvoiced: renewals, replaced: invoice.id });
    await this.creditReservations.runWithReservedCredits(organizationId, async (transaction, credits) => {
      const locked = await lockInvoice(transaction, invoice.id);
      if (!isToRecreate(locked)) return;
      const billingEntity = await readBillingEntity(transaction, group.billingEntityId);
      await this.write(transaction, locked, {
        organizationId,
        ...group,
        billingEntity,
        currency: currencyOf(group),
        lines,
        credits,
        at,
        now,
      });
      for (const each of uninvoiced) await writeUninvoicedRenewals(transaction, each.renewed, each.renewals, now);
      await recordInvoiceError(transaction, locked, null, now);
    });
  }

  /**
   * Within its grace period it becomes a draft, as it should have been; otherwise it is final now, or waits for taxes.
   */
  private async write(transaction: TenantTransaction, pending: InvoiceRow, invoice: InvoiceToWrite): Promise<void> {
    const finalizeAt = finalizationOf(invoice.customer, datesOf(invoice).expectedFinalizationDate, invoice.now);
    const draft = gracePeriodOf(invoice) > 0 && finalizeAt.getTime() > invoice.now;
    await rewriteDraft(transaction, pending, invoice, !draft);
    if (!draft) return;
    await setStatus(transaction, pending.id, { finalize_at: finalizeAt });
    await publishInvoice(transaction, pending.id, invoice, 'draft');
  }
}

/** Excludes invoices that wait for the taxes of their customer, which exist already. */
const isToRecreate = (invoice: InvoiceRow | undefined): invoice is InvoiceRow =>
  invoice?.status === 'pending' && !invoice.awaits_taxes;

async function setStatus(
  transaction: TenantTransaction,
  id: string,
  changes: Partial<Pick<InvoiceRow, 'status' | 'awaits_taxes' | 'finalize_at' | 'updated_at'>>,
): Promise<void> {
  await tables(transaction).updateTable('invoicing.invoices').set(changes).where('id', '=', id).execute();
}
