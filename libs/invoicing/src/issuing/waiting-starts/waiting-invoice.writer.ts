import { readBillingEntity } from '@tollgate/catalog/reader';
import type { Message } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { feesOfInvoices, hideFees } from '../../model/fees/fees.repository.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { billingPeriodsOf, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { enqueueBookingReport } from '../../model/taxes/tax-reports.repository.js';
import { takeUntaxedFees } from '../../model/taxes/untaxed-fees.repository.js';
import {
  lockStarts,
  markAbandoned,
  startingInvoiceOf,
  waitingSubscriptionOf,
} from '../../model/starts/waiting-starts.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { allAdjustments } from '../adjustments/adjustments.js';
import { kindOf } from '../invoice-writing/kinds/invoice-kinds.js';
import { numbering } from '../invoice-writing/numbering.js';

/** Why a start gets no paid invoice. */
export type FailureReason = Message<'activation.failed'>['payload']['reason'];

/** A start, and the instant (Unix ms) at which it is given up. */
interface AbandonedStart {
  subscriptionId: string;
  customerId: string;
  reason: FailureReason;
  now: Instant;
}

/**
 * Issues the paid invoice of a start that waited for it: with a number, under its billing date (subscriptions, section
 * 3.5; invoices, section 9.1). The caller locks it.
 */
export async function issueWaitingInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  now: Instant,
): Promise<void> {
  const { id, organization_id: organizationId, customer_id: customerId } = invoice;
  const customer = await readCustomerView(transaction, customerId);
  const billingEntity = await readBillingEntity(transaction, invoice.billing_entity_id);
  const numbered = await numbering(transaction, { organizationId, customer, billingEntity, now }, 'finalized');
  await hideFees(transaction, id, null);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ status: 'finalized', awaits_payment: false, ...numbered, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  const periods = await billingPeriodsOf(transaction, [id]);
  if (periods.some(({ invoicing_reason: reason }) => reason === 'in_advance_charge'))
    for (const fee of await feesOfInvoices(transaction, [id]))
      await transaction.append('fee.created', customerId, { fee_id: fee.id }, now);
  await transaction.append(kindOf({ type: 'subscription' }).issued, customerId, { invoice_id: id }, now);
  await recordInvoicesChanged(transaction, customerId, now);
  await enqueueBookingReport(transaction, id);
  for (const { subscription_id } of periods)
    await transaction.append('activation.paid', customerId, { subscription_id }, now);
}

/**
 * Closes the unpaid invoice of a start, and gives back what it used of coupons, credit notes and wallets. The caller
 * locks it. A payment that succeeds later finds nothing due, and goes back.
 */
export async function closeWaitingInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  reason: FailureReason,
  now: Instant,
): Promise<void> {
  const { id, organization_id: organizationId, customer_id: customerId } = invoice;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ status: 'closed', awaits_payment: false, awaits_taxes: false, updated_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  await takeUntaxedFees(transaction, id);
  const voided = { id, organizationId, customerId, prepaidCreditCents: invoice.prepaid_credit_amount_cents };
  for (const adjustment of allAdjustments)
    await adjustment.returnUses?.(transaction, { ...voided, credited: false, now });
  await recordInvoicesChanged(transaction, customerId, now);
  const subscriptionId = await waitingSubscriptionOf(transaction, id);
  await publishAbandoned(transaction, { subscriptionId, customerId, reason, now }, id);
}

/**
 * Gives up a start, unless its invoice is paid or given up already: then a message has reported that. A later run
 * writes no invoice for it.
 */
export async function abandonStart(transaction: TenantTransaction, abandoned: AbandonedStart): Promise<void> {
  const { subscriptionId, reason, now } = abandoned;
  await lockStarts(transaction, [subscriptionId]);
  const invoiceId = await startingInvoiceOf(transaction, subscriptionId);
  if (invoiceId === undefined) return publishAbandoned(transaction, abandoned);
  const invoice = await lockInvoice(transaction, invoiceId);
  if (invoice?.awaits_payment) await closeWaitingInvoice(transaction, invoice, reason, now);
}

async function publishAbandoned(
  transaction: TenantTransaction,
  { subscriptionId, customerId, reason, now }: AbandonedStart,
  invoiceId?: string,
): Promise<void> {
  if (!(await markAbandoned(transaction, subscriptionId, reason, now))) return;
  const ofInvoice = invoiceId === undefined ? {} : { invoice_id: invoiceId };
  const payload = { subscription_id: subscriptionId, ...ofInvoice, reason };
  await transaction.append('activation.failed', customerId, payload, now);
}
