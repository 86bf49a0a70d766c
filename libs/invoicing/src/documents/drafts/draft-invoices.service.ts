import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { IssuedInvoice, JobPayload, SingleInvoice } from '@tollgate/contracts';
import { readBillingEntity, readTaxesOfBillingEntity } from '@tollgate/catalog/reader';
import {
  Clock,
  Forbidden,
  isId,
  Jobs,
  Logger,
  NotFound,
  type Repetition,
  type TenantTransaction,
  type Instant,
  required,
} from '@tollgate/platform';
import { fullChargesPeriod, fullFixedChargesPeriod, type InvoiceBoundaries } from '@tollgate/rating';
import { readCustomerView, readSubscriptions, type SubscriptionView } from '@tollgate/subscription/reader';
import { billingHistories } from '../../issuing/invoice-writing/billing-history.repository.js';
import type { InvoiceGroup } from '../../issuing/invoice-writing/billing-preparation.js';
import { currencyOf, InvoiceLines } from '../../billing/billing-runs/invoice-lines.service.js';
import { asBilled } from '../../model/line-items/new-invoice.js';
import { answerable, failureOf } from '../../model/errors/failure.rules.js';
import { markFailed } from '../../issuing/invoice-writing/failed-invoice.writer.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentInvoice, presentIssued } from '../invoices/invoice.presenter.js';
import {
  billingPeriodsOf,
  findInvoice,
  firstToFinalize,
  lockInvoice,
  type BillingPeriodRow,
  type InvoiceRow,
} from '../../model/invoices/invoices.repository.js';
import { withholdDraft } from '../../model/invoices/draft-marks.repository.js';
import { awaitsDraftTaxes } from '../../issuing/tax-sources/tax-sources.js';
import { rewriteDraft } from '../../issuing/invoice-writing/draft.writer.js';
import type { CreditTaking } from '../../issuing/prepaid-credits/credit-taking.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';

const parallelJobs = 4;

/** How a draft is computed again. */
interface Recomputation {
  final: boolean;
  now: Instant;
  /** The key under which it is done once. */
  once?: Repetition | undefined;
}

/** Computes drafts again and finalizes them (invoices, sections 9.4 and 9.5). */
@Injectable()
export class DraftInvoicesService implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly lines: InvoiceLines,
    private readonly creditReservations: CreditReservations,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('invoice-finalization', (payload) => this.finalizeDue(payload), parallelJobs);
    this.jobs.work('draft-refresh', (payload) => this.refreshDue(payload), parallelJobs);
  }

  /**
   * Computes a draft again; returns an invoice of any other status unchanged.
   * @param once the key under which it is done once
   * @throws NotFound, Forbidden
   */
  async refresh(organizationId: string, id: string, once?: Repetition): Promise<SingleInvoice> {
    const invoice = await this.find(organizationId, id);
    if (invoice.invoice_type !== 'subscription') throw new Forbidden('feature_unavailable');
    const now = await this.clock.now(organizationId);
    if (invoice.status === 'draft') await answerable(this.recompute(invoice, { final: false, now, once }));
    return this.present(organizationId, id);
  }

  /**
   * @param once the key under which it is done once
   * @throws NotFound for another status, Forbidden while its taxes are unknown
   */
  async finalize(organizationId: string, id: string, once?: Repetition): Promise<IssuedInvoice> {
    const invoice = await this.find(organizationId, id);
    if (invoice.status !== 'draft') throw new NotFound('invoice');
    if (await this.database.tenant(organizationId, (transaction) => awaitsDraftTaxes(transaction, invoice)))
      throw new Forbidden('cannot_finalize_with_pending_taxes');
    const now = await this.clock.now(organizationId);
    await answerable(this.recompute(invoice, { final: true, now, once }));
    return this.database.tenant(organizationId, async (transaction) =>
      presentIssued(transaction, (await lockInvoice(transaction, id)) as InvoiceRow, now),
    );
  }

  /**
   * Finalizes a draft at the end of its grace period, as of that instant, after all older ones of its customer. Numbers
   * and credits follow that order, however late the job runs. An incomputable draft fails with the reason. A repeated
   * run finds no draft.
   */
  private async finalizeDue({
    organization_id: organizationId,
    invoice_id: id,
  }: JobPayload<'invoice-finalization'>): Promise<void> {
    const now = await this.clock.now(organizationId);
    const postponed: string[] = [];
    for (;;) {
      const invoice = await this.database.tenant(organizationId, (transaction) =>
        firstToFinalize(transaction, id, new Date(now), postponed),
      );
      if (!invoice) return;
      try {
        await this.finalizeOrFail(organizationId, invoice, now);
      } catch (error) {
        if (invoice.id === id) throw error;
        // It has a job of its own, and blocks no other.
        postponed.push(invoice.id);
      }
      if (invoice.id === id) return;
    }
  }

  /** @throws the error of an unavailable or busy dependency, for a retry */
  private async finalizeOrFail(organizationId: string, invoice: InvoiceRow, now: Instant): Promise<void> {
    if (await this.database.tenant(organizationId, (transaction) => withholdDraft(transaction, invoice))) return;
    try {
      await this.recompute(invoice, { final: true, now: finalizedAt(invoice, now) });
    } catch (error) {
      // A lookup of its taxes began meanwhile: the next attempt withholds it.
      const failure = error instanceof Forbidden ? null : failureOf(error);
      if (!failure) throw error;
      this.logger.error('invoice failed', { invoice_id: invoice.id, code: failure.code, error });
      await this.database.tenant(organizationId, (transaction) =>
        markFailed(transaction, invoice, 'draft', failure, now),
      );
    }
  }

  /**
   * Computes a draft with changed prices or taxes again; a draft whose subscriptions have all ended remains as billed.
   */
  private async refreshDue({
    organization_id: organizationId,
    invoice_id: id,
  }: JobPayload<'draft-refresh'>): Promise<void> {
    const invoice = await this.database.tenant(organizationId, (transaction) => findInvoice(transaction, id));
    if (invoice?.status !== 'draft') return;
    const billed = await this.database.tenant(organizationId, async (transaction) => {
      const periods = await billingPeriodsOf(transaction, [id]);
      return readSubscriptions(
        transaction,
        periods.map((period) => period.subscription_id),
      );
    });
    if (!billed.some(({ status }) => status === 'active')) return;
    const now = await this.clock.now(organizationId);
    await this.recompute(invoice, { final: false, now }).catch((error: unknown) => {
      if (!failureOf(error)) throw error;
      // The draft remains as it was. Its finalization computes it again, and fails it if that is still impossible.
      this.logger.error('draft not refreshed', { invoice_id: id, error });
    });
  }

  private async recompute(invoice: InvoiceRow, { final, now, once }: Recomputation): Promise<void> {
    const { organization_id: organizationId } = invoice;
    const at = invoice.billed_at.getTime();
    await this.lines.flushUsage(organizationId);
    const group = await this.database.tenant(organizationId, (transaction) => groupOf(transaction, invoice));
    // The periods are in the time zone of their billing, wherever the customer is now.
    const billed = { ...group, customer: { ...group.customer, timezone: invoice.timezone } };
    const lines = await this.lines.buildFor(organizationId, billed, at, { uninvoiced: [], replaced: invoice.id });
    const write = async (transaction: TenantTransaction, credits: CreditTaking) => {
      const draft = await lockInvoice(transaction, invoice.id);
      if (draft?.status !== 'draft') return;
      const billingEntity = await readBillingEntity(transaction, group.billingEntityId);
      const currency = currencyOf(group);
      await rewriteDraft(
        transaction,
        draft,
        { organizationId, ...group, billingEntity, currency, lines, credits, at, now },
        final,
      );
    };
    await this.creditReservations.runWithReservedCredits(organizationId, write, new Set(), once);
  }

  private async find(organizationId: string, id: string): Promise<InvoiceRow> {
    if (!isId(id)) throw new NotFound('invoice');
    const invoice = await this.database.tenant(organizationId, (transaction) => findInvoice(transaction, id));
    if (!invoice) throw new NotFound('invoice');
    return invoice;
  }

  private async present(organizationId: string, id: string): Promise<SingleInvoice> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const invoice = await findInvoice(transaction, id);
      if (!invoice) throw new NotFound('invoice');
      return presentInvoice(transaction, invoice, now);
    });
  }
}

/** The subscriptions that a draft bills, by its periods; prices, taxes and settings are current. */
export async function groupOf(transaction: TenantTransaction, invoice: InvoiceRow): Promise<InvoiceGroup> {
  const customer = await readCustomerView(transaction, invoice.customer_id);
  const periods = await billingPeriodsOf(transaction, [invoice.id]);
  const views = new Map(
    (
      await readSubscriptions(
        transaction,
        periods.map((period) => period.subscription_id),
      )
    ).map((view) => [view.id, view]),
  );
  const group: InvoiceGroup = {
    customer,
    billingEntityId: invoice.billing_entity_id,
    entityTaxes: await readTaxesOfBillingEntity(transaction, customer.billingEntity.id),
    awaitsPayment: false,
    subscriptions: [],
  };
  for (const period of periods) {
    const view = views.get(period.subscription_id);
    if (!view) throw new Error(`no subscription ${period.subscription_id}`);
    const subscription = asBilled(view, period.invoicing_reason);
    const boundaries = boundariesOf(subscription, period);
    const days = {
      id: subscription.id,
      agreement: subscription.agreement,
      from: boundaries.subscriptionFrom,
      to: boundaries.subscriptionTo,
      timezone: period.timezone,
    };
    const histories = await billingHistories(transaction, [days], { id: invoice.id, billedAt: invoice.billed_at });
    group.subscriptions.push({
      subscription,
      reason: period.invoicing_reason,
      trialEnded: period.trial_ended,
      quantityCutoff: period.units_until === null ? null : Number(period.units_until),
      boundaries,
      history: required(histories, subscription.id, 'billing history'),
    });
  }
  return group;
}

/** The periods of an invoice remain as at its creation. */
function boundariesOf({ agreement }: SubscriptionView, period: BillingPeriodRow): InvoiceBoundaries {
  const chargesTo = period.charges_to?.getTime() ?? null;
  const fixedChargesTo = period.fixed_charges_to?.getTime() ?? null;
  return {
    subscriptionFrom: period.subscription_from.getTime(),
    subscriptionTo: period.subscription_to.getTime(),
    chargesFrom: period.charges_from?.getTime() ?? null,
    chargesTo,
    fullCharges: chargesTo === null ? null : fullChargesPeriod(agreement, chargesTo, period.timezone),
    fixedChargesFrom: period.fixed_charges_from?.getTime() ?? null,
    fixedChargesTo,
    fullFixedCharges:
      fixedChargesTo === null ? null : fullFixedChargesPeriod(agreement, fixedChargesTo, period.timezone),
  };
}

/**
 * The finalization instant of a draft: its due instant, however late the job runs. Far west, its UTC day may begin
 * before the creation of the invoice. Then it is the creation, since nothing is used or issued before that.
 */
const finalizedAt = ({ finalize_at: due, created_at: made }: InvoiceRow, now: Instant): Instant =>
  Math.min(now, Math.max(due?.getTime() ?? now, made.getTime()));
