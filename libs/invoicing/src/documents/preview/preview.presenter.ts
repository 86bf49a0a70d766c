import type { InvoicePreview } from '@tollgate/contracts';
import type { BillingEntityView } from '@tollgate/catalog/reader';
import {
  isoMilliseconds,
  isoSeconds,
  isoSecondsOrNull,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { centsNumber, currentBillingPeriod, currentPlanPeriod, subscriptionInvoiceDates } from '@tollgate/rating';
import { presentCredits } from '../credit-notes/credits.presenter.js';
import type { NewCredit } from '../../issuing/adjustments/credit.writer.js';
import { presentComputedTax } from '../fees/computed-tax.presenter.js';
import { presentFee } from '../fees/fee.presenter.js';
import { feeColumns } from '../../model/line-items/fee.writer.js';
import type { BilledSubscription, PricedInvoice } from '../../model/line-items/new-invoice.js';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import type { PlannedInvoice, PreviewedSubscription } from './preview.js';
import type { PreviewedCoupon } from './preview-coupons.adjustment.js';
import type { PreviewedCustomer } from './preview-customer.js';

/** A computed invoice that is not stored. */
export interface ComputedPreview {
  organizationId: string;
  customer: PreviewedCustomer;
  billingEntity: BillingEntityView;
  currency: string;
  planned: PlannedInvoice;
  billed: BilledSubscription[];
  priced: PricedInvoice;
  credits: readonly NewCredit[];
  coupons: Map<string, PreviewedCoupon>;
  /** Notes that exist in the preview alone. */
  hypotheticalNotes: ReadonlySet<string>;
}

/** Presents the invoice of a preview (invoices, section 11). */
export async function presentPreview(
  transaction: TenantTransaction,
  preview: ComputedPreview,
): Promise<InvoicePreview> {
  const { customer, billingEntity, currency, planned, priced } = preview;
  const { view } = customer;
  const { totals } = priced;
  const dates = subscriptionInvoiceDates(
    planned.at,
    view.timezone,
    planned.periodic,
    {
      gracePeriodDays: view.invoiceGracePeriod,
      anchor: view.issuingDateAnchor,
      adjustment: view.issuingDateAdjustment,
    },
    view.netPaymentTerm,
  );
  return {
    svc_id: null,
    billing_entity_code: billingEntity.code,
    sequential_id: null,
    number: '',
    issuing_date: dates.issuingDate,
    payment_due_date: dates.paymentDueDate,
    net_payment_term: view.netPaymentTerm,
    invoice_type: 'subscription',
    status: 'finalized',
    payment_status: totals.paymentStatus,
    payment_dispute_lost_at: null,
    payment_overdue: false,
    currency,
    fees_amount_cents: centsNumber(totals.feesAmountCents),
    coupons_amount_cents: centsNumber(totals.couponsAmountCents),
    credit_notes_amount_cents: centsNumber(totals.creditNotesAmountCents),
    sub_total_excluding_taxes_amount_cents: centsNumber(totals.subTotalExcludingTaxesAmountCents),
    taxes_amount_cents: centsNumber(totals.taxesAmountCents),
    sub_total_including_taxes_amount_cents: centsNumber(totals.subTotalIncludingTaxesAmountCents),
    prepaid_credit_amount_cents: centsNumber(totals.prepaidCreditAmountCents),
    prepaid_granted_credit_amount_cents: null,
    prepaid_purchased_credit_amount_cents: null,
    progressive_billing_credit_amount_cents: centsNumber(totals.progressiveBillingCreditAmountCents),
    total_amount_cents: centsNumber(totals.totalAmountCents),
    total_due_amount_cents: centsNumber(totals.totalAmountCents),
    total_paid_amount_cents: 0,
    total_offsetted_credit_note_amount_cents: 0,
    version_number: 4,
    self_billed: view.accountType === 'partner',
    purchase_order_number: planned.subscriptions[0]?.subscription.purchaseOrderNumber ?? null,
    file_url: null,
    xml_url: null,
    web_url: null,
    voided_at: null,
    created_at: null,
    updated_at: null,
    customer: customer.shown,
    metadata: [],
    applied_taxes: presentTaxes(preview),
    applied_invoice_custom_sections: [],
    applied_usage_thresholds: [],
    billing_periods: preview.billed.map((billed, place) => presentPeriod(billed, planned.subscriptions[place])),
    credits: await presentPreviewedCredits(transaction, preview),
    fees: presentFees(preview),
    subscriptions: planned.subscriptions.map((each) => presentSubscription(each, preview)),
    error_details: [],
  };
}

const presentTaxes = ({ priced, currency }: ComputedPreview): InvoicePreview['applied_taxes'] =>
  priced.totals.taxes.appliedTaxes.map((applied) => ({
    ...presentComputedTax(applied, priced.taxes, currency),
    svc_invoice_id: null,
    fees_amount_cents: centsNumber(applied.feesAmountCents),
  }));

const isoOrNull = (at: Instant | null) => isoSecondsOrNull(at === null ? null : new Date(at));

function presentPeriod(
  { subscription, reason, boundaries }: BilledSubscription,
  previewed: PreviewedSubscription | undefined,
): InvoicePreview['billing_periods'][number] {
  return {
    svc_subscription_id: previewed?.resource?.svc_id ?? null,
    external_subscription_id: subscription.externalId,
    svc_plan_id: subscription.plan.id,
    subscription_from_datetime: isoSeconds(new Date(boundaries.subscriptionFrom)),
    subscription_to_datetime: isoSeconds(new Date(boundaries.subscriptionTo)),
    charges_from_datetime: isoOrNull(boundaries.chargesFrom),
    charges_to_datetime: isoOrNull(boundaries.chargesTo),
    fixed_charges_from_datetime: isoOrNull(boundaries.fixedChargesFrom),
    fixed_charges_to_datetime: isoOrNull(boundaries.fixedChargesTo),
    invoicing_reason: reason,
  };
}

function presentFees({ priced, planned, customer, currency, organizationId }: ComputedPreview): InvoicePreview['fees'] {
  const resources = new Map(planned.subscriptions.map((each) => [each.subscription.id, each.resource]));
  return priced.fees.map(({ line, taxes }, position) => {
    const row: FeeRow = {
      ...feeColumns(line),
      id: '',
      organization_id: organizationId,
      invoice_id: null,
      customer_id: customer.view.id,
      true_up_fee_id: null,
      true_up_parent_fee_id: null,
      currency,
      taxes_amount_cents: taxes.taxesAmountCents,
      taxes_precise_amount_cents: taxes.taxesPreciseAmountCents.toFixed(),
      taxes_rate: taxes.taxesRate.toFixed(),
      payment_status: 'pending',
      self_billed: customer.view.accountType === 'partner',
      position,
      created_at: new Date(planned.at),
      succeeded_at: null,
      failed_at: null,
      refunded_at: null,
      deleted_at: null,
    };
    const external = { externalCustomerId: customer.shown.external_id, externalSubscriptionId: null };
    const subscription = resources.get(line.subscription?.id ?? '') ?? null;
    return {
      ...presentFee(row, external),
      svc_id: null,
      svc_customer_id: customer.shown.svc_id,
      svc_subscription_id: subscription?.svc_id ?? null,
      external_subscription_id: line.subscription?.externalId || null,
      created_at: null,
    };
  });
}

async function presentPreviewedCredits(
  transaction: TenantTransaction,
  { organizationId, credits, coupons, currency, priced, planned, hypotheticalNotes }: ComputedPreview,
): Promise<InvoicePreview['credits']> {
  const rows = credits.map(({ kind, sourceId, amountCents }, position) => ({
    id: sourceId,
    organization_id: organizationId,
    invoice_id: sourceId,
    kind,
    source_id: sourceId,
    amount_cents: amountCents,
    currency,
    before_taxes: kind !== 'credit_note',
    position,
    created_at: new Date(planned.at),
  }));
  const shown = await presentCredits(transaction, rows);
  return shown.map(({ item, ...credit }, place) => {
    const source = credits[place]?.sourceId ?? '';
    const coupon = coupons.get(source);
    return {
      ...credit,
      svc_id: null,
      item: {
        ...item,
        ...(coupon ? { svc_item_id: coupon.id, code: coupon.code, name: coupon.name } : {}),
        ...(hypotheticalNotes.has(source) ? { svc_item_id: null } : {}),
      },
      invoice: { svc_id: null, payment_status: priced.totals.paymentStatus },
    };
  });
}

/** Presents a stored subscription as it would be, or a hypothetical one. */
function presentSubscription(
  { subscription, resource }: PreviewedSubscription,
  { customer, planned }: ComputedPreview,
): InvoicePreview['subscriptions'][number] {
  const { plan, agreement } = subscription;
  const ends = agreement.terminatedAt === null ? {} : { terminated_at: isoOrNull(agreement.terminatedAt) };
  if (resource) return { ...resource, ...ends };
  const shown = [agreement, agreement.startedAt, customer.view.timezone, null] as const;
  const period = currentBillingPeriod(...shown);
  const planPeriod = currentPlanPeriod(...shown);
  return {
    svc_id: null,
    external_id: subscription.externalId || null,
    svc_customer_id: customer.shown.svc_id,
    external_customer_id: customer.shown.external_id,
    name: null,
    billing_entity_code: customer.view.billingEntity.code,
    plan_code: plan.code,
    plan_amount_cents: centsNumber(plan.amountCents),
    plan_amount_currency: plan.currency,
    status: 'active',
    billing_time: agreement.billingTime,
    subscription_at: isoSeconds(new Date(agreement.subscriptionAt)),
    started_at: isoMilliseconds(new Date(agreement.startedAt)),
    activated_at: null,
    trial_ended_at: null,
    ending_at: null,
    terminated_at: null,
    canceled_at: null,
    created_at: null,
    previous_plan_code:
      planned.subscriptions.find((other) => other.subscription.id === subscription.previousSubscriptionId)?.subscription
        .plan.code ?? null,
    next_plan_code: null,
    downgrade_plan_date: null,
    current_billing_period_started_at: isoSeconds(new Date(period.from)),
    current_billing_period_ending_at: isoSeconds(new Date(period.to)),
    plan_period_started_at: isoSeconds(planPeriod.from),
    plan_period_ending_at: isoSeconds(planPeriod.to),
    renews_at: agreement.terminatedAt === null ? isoSeconds(planPeriod.renewsAt) : null,
    next_invoice_at: null,
    on_termination_credit_note: null,
    on_termination_invoice: 'generate',
    progressive_billing_disabled: false,
    consolidate_invoice: subscription.consolidateInvoice,
    purchase_order_number: null,
    cancellation_reason: null,
    ending_requested_at: null,
    ending_reason: null,
    payment_method: { payment_method_id: null, payment_method_type: 'provider' },
    activation_rules: [],
  };
}
