import { Injectable } from '@nestjs/common';
import type { InvoicePreview, RawInput } from '@tollgate/contracts';
import {
  findBillingEntity,
  readBillingEntity,
  readTaxesOfBillingEntity,
  type BillingEntityView,
} from '@tollgate/catalog/reader';
import { noBills } from '@tollgate/rating';
import {
  Clock,
  newId,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  type Instant,
  required,
} from '@tollgate/platform';
import type { Adjustment } from '../../issuing/adjustments/adjustment.js';
import { adjust, allAdjustments } from '../../issuing/adjustments/adjustments.js';
import { couponCredit } from '../../issuing/adjustments/coupon.adjustment.js';
import { writeProrationCredit } from '../../issuing/adjustments/proration-credit.writer.js';
import { currencyOf, InvoiceLines } from '../../billing/billing-runs/invoice-lines.service.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { billingHistories } from '../../issuing/invoice-writing/billing-history.repository.js';
import { boundariesOf, type InvoiceGroup, type ToBill } from '../../issuing/invoice-writing/billing-preparation.js';
import { asBilled, priceInvoice, type NewFee } from '../../model/line-items/new-invoice.js';
import { notesOfEnd } from '../../model/credit-notes/credit-notes.repository.js';
import { noCredits } from '../../issuing/prepaid-credits/credit-taking.js';
import { previewedCredits } from '../../issuing/prepaid-credits/previewed-credits.js';
import { answerable } from '../../model/errors/failure.rules.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import { previewKinds } from './kinds/preview-kinds.js';
import type { PlannedInvoice, PreviewRequest } from './preview.js';
import { previewedCoupons, type PreviewedCoupon } from './preview-coupons.adjustment.js';
import { previewedCustomer, type PreviewedCustomer } from './preview-customer.js';
import { readPreview, type PreviewInput } from './preview-input.js';
import { PreviewTaxes } from './preview-taxes.service.js';
import { presentPreview } from './preview.presenter.js';
import { storedSubscriptions } from './stored-subscriptions.js';
import { rolledBack } from './rolled-back.js';

interface Planned {
  input: PreviewInput;
  customer: PreviewedCustomer;
  billingEntity: BillingEntityView;
  planned: PlannedInvoice;
  group: InvoiceGroup;
  now: Instant;
}

/** Previews invoices by the code of real ones, without storing anything (invoices, section 11). */
@Injectable()
export class InvoicePreviewsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly lines: InvoiceLines,
    private readonly taxes: PreviewTaxes,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 400, NotFound, ValidationFailed */
  async preview(organizationId: string, raw: RawInput): Promise<InvoicePreview> {
    const now = await this.clock.now(organizationId);
    const input = readPreview(raw, now);
    const planned = await this.database.tenant(organizationId, (transaction) => plan(transaction, input, now));
    return answerable(this.compute(organizationId, planned));
  }

  private async compute(organizationId: string, planned: Planned): Promise<InvoicePreview> {
    const { group } = planned;
    const { at, subscriptions } = planned.planned;
    // Only stored subscriptions have usage.
    if (subscriptions.some(({ resource }) => resource !== null)) await this.lines.flushUsage(organizationId);
    const uninvoiced = await this.lines.uninvoicedRenewals(organizationId, group, at);
    const renewals = uninvoiced.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines.buildFor(organizationId, group, at, { uninvoiced: renewals, replaced: null });
    const taxed = await this.taxed(organizationId, planned, lines);
    return rolledBack(this.database, organizationId, (transaction) => this.price(transaction, planned, taxed));
  }

  /** A tax engine sees the lines after their coupons, so those are computed twice. */
  private async taxed(organizationId: string, planned: Planned, lines: NewFee[]): Promise<NewFee[]> {
    const { customer, billingEntity, group, now } = planned;
    if (!customer.view.taxEngine) return lines;
    const discounted = await rolledBack(this.database, organizationId, async (transaction) => {
      const discounts = adjustmentsOf(planned, new Map()).filter(({ from }) => from !== 'taxes');
      return (await adjust(transaction, toAdjust(transaction, planned, lines), discounts)).lines;
    });
    const currency = currencyOf(group);
    const taxes = await this.taxes.taxesOf(organizationId, {
      customer,
      billingEntity,
      currency,
      lines: discounted,
      now,
    });
    return lines.map((line, position) => ({ ...line, taxes: taxes[position] ?? [] }));
  }

  /** Prices in a transaction that rolls back: it writes the credit of an end, and uses it like any other. */
  private async price(transaction: TenantTransaction, preview: Planned, lines: NewFee[]): Promise<InvoicePreview> {
    const { customer, billingEntity, planned, group, now } = preview;
    const { organizationId } = transaction;
    const currency = currencyOf(group);
    const { ended } = planned;
    if (ended)
      await writeProrationCredit(transaction, {
        organizationId,
        customer: customer.view,
        mode: 'credit',
        ...ended,
        now,
      });
    const coupons = new Map<string, PreviewedCoupon>();
    const toPrice = toAdjust(transaction, preview, lines);
    const adjusted = await adjust(transaction, toPrice, adjustmentsOf(preview, coupons));
    return presentPreview(transaction, {
      organizationId,
      customer,
      billingEntity,
      currency,
      planned,
      billed: group.subscriptions,
      priced: priceInvoice(adjusted.lines, currency, adjusted.deductions),
      credits: adjusted.credits,
      coupons,
      hypotheticalNotes: new Set(ended ? await notesOfEnd(transaction, ended.subscription.id) : []),
    });
  }
}

/** @param named receives the coupons that the call names */
const adjustmentsOf = ({ input }: Planned, named: Map<string, PreviewedCoupon>): Adjustment[] => {
  const previewed = previewedCoupons(input.coupons, named);
  return allAdjustments.map((adjustment) => (adjustment === couponCredit ? previewed : adjustment));
};

const toAdjust = ({ organizationId }: TenantTransaction, { customer, group, now }: Planned, lines: NewFee[]) => ({
  id: newId(),
  organizationId,
  customer: customer.view,
  subscriptions: group.subscriptions,
  currency: currencyOf(group),
  lines,
  credits: customer.stored ? previewedCredits : noCredits,
  creditKey: '',
  now,
});

/** Reads the inputs of the requested preview. @throws NotFound, ValidationFailed */
async function plan(transaction: TenantTransaction, input: PreviewInput, now: Instant): Promise<Planned> {
  const named = input.billingEntityCode;
  const entity = named === null ? null : await findBillingEntity(transaction, named);
  if (named !== null && !entity) throw new NotFound('billing_entity');
  const customer = await previewedCustomer(transaction, input.customer, entity);
  const externalIds = input.subscriptions.external_ids ?? [];
  if (externalIds.length > 0 && !customer.stored) throw new ValidationFailed({ customer: ['must_be_persisted'] });
  const request: PreviewRequest = {
    organizationId: transaction.organizationId,
    now,
    customer: customer.view,
    billingEntity: entity,
    stored: externalIds.length === 0 ? [] : await storedSubscriptions(transaction, customer.view, { externalIds, now }),
    proposal: input,
    change: input.subscriptions,
  };
  const kind = previewKinds.find((each) => each.isRequested(request));
  if (!kind) throw new NotFound('subscription');
  const planned = await kind.plan(transaction, request);
  const issuerId = entity?.id ?? planned.subscriptions[0]?.subscription.billingEntityId;
  const billingEntity = issuerId ? await readBillingEntity(transaction, issuerId) : customer.view.billingEntity;
  return {
    input,
    customer,
    billingEntity,
    planned,
    group: {
      customer: customer.view,
      billingEntityId: billingEntity.id,
      entityTaxes: await readTaxesOfBillingEntity(transaction, customer.view.billingEntity.id),
      awaitsPayment: false,
      subscriptions: await toBill(transaction, planned, request),
    },
    now,
  };
}

/** The subscriptions of an invoice with their periods and billing histories. */
async function toBill(
  transaction: TenantTransaction,
  { at, subscriptions }: PlannedInvoice,
  { customer, stored }: PreviewRequest,
): Promise<ToBill[]> {
  const unitsOfWaiting = new Map(stored.map(({ view, units }) => [view.id, units]));
  const periods = await readPeriodHistories(
    transaction,
    subscriptions.map(({ subscription }) => ({ subscription, since: at })),
  );
  const made: ToBill[] = [];
  for (const { subscription: view, reason, units = unitsOfWaiting.get(view.id) } of subscriptions) {
    const subscription = asBilled(view, reason);
    const request = { invoicing_reason: reason as 'subscription_periodic' };
    const boundaries = await boundariesOf(
      transaction,
      { subscription, request, at, customer },
      periods.get(view.id) ?? noBills,
    );
    const { subscriptionFrom: from, subscriptionTo: to } = boundaries;
    const days = { id: view.id, agreement: subscription.agreement, from, to, timezone: customer.timezone };
    const history = required(await billingHistories(transaction, [days]), view.id, 'billing history');
    made.push({ subscription, reason, boundaries, history, ...(units ? { units } : {}) });
  }
  return made;
}
