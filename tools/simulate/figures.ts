// Invoices in one plain form, and whole books of them, from the service or the rater.
import { actualTable, expectedTable, type FeeTable, second } from './fee-figures.ts';
import { actualNotes, expectedNotes, type NoteTable } from './note-figures.ts';
import { isoDay, isoSecond } from './rater/calendar.ts';
import { amountDueOf, isPaid } from './rater/corrections.ts';
import type { Boundaries, Invoice } from './rater/model.ts';
import type { State } from './rater/state.ts';
import type { ServiceBooks, ServiceInvoice } from './service-objects.ts';
import { actualWallets, expectedWallets, type WalletTable } from './wallet-figures.ts';

export interface PeriodLine {
  subscription: string;
  reason: string | undefined;
  from?: string | null;
  to?: string | null;
  charges_from?: string | null;
  charges_to?: string | null;
}

export interface InvoiceFigures {
  customer: string;
  status: string;
  issuing_date: string;
  periods: PeriodLine[];
  fees_amount_cents: string;
  progressive_billing_credit_amount_cents: string;
  coupons_amount_cents: string;
  taxes_amount_cents: string;
  credit_notes_amount_cents: string;
  /** Granted and purchased credits. */
  prepaid: string;
  total_amount_cents: string;
  payment: string;
  fees: FeeTable;
}

export interface Books {
  invoices: InvoiceFigures[];
  uninvoicedFees: FeeTable;
  wallets: WalletTable;
  creditNotes: NoteTable;
}

interface PaymentFigures {
  status: string;
  paid: bigint | number;
  offset: bigint | number;
  due: bigint | number;
  disputed: boolean;
}

const paymentLine = ({ status, paid, offset, due, disputed }: PaymentFigures) =>
  `${status}: ${paid} paid, ${offset} offset, ${due} due${disputed ? ', dispute lost' : ''}`;

/** Identifies an invoice regardless of later payments and notes. */
export const invoiceKey = ({
  customer,
  periods,
  issuing_date,
  fees_amount_cents,
  taxes_amount_cents,
  total_amount_cents,
  fees,
}: InvoiceFigures): string =>
  JSON.stringify([
    customer,
    periods,
    issuing_date,
    fees_amount_cents,
    taxes_amount_cents,
    total_amount_cents,
    Object.keys(fees),
  ]);

export function actualInvoice(invoice: ServiceInvoice): InvoiceFigures {
  const periods = invoice.billing_periods.map((period) => ({
    subscription: period.external_subscription_id,
    reason: period.invoicing_reason,
    ...(period.invoicing_reason === 'in_advance_charge'
      ? {}
      : {
          from: second(period.subscription_from_datetime),
          to: second(period.subscription_to_datetime),
          charges_from: second(period.charges_from_datetime),
          charges_to: second(period.charges_to_datetime),
        }),
  }));
  return {
    customer: invoice.customer.external_id,
    status: invoice.status,
    issuing_date: invoice.issuing_date,
    periods: inOrder(periods),
    fees_amount_cents: String(invoice.fees_amount_cents),
    progressive_billing_credit_amount_cents: String(invoice.progressive_billing_credit_amount_cents),
    coupons_amount_cents: String(invoice.coupons_amount_cents),
    taxes_amount_cents: String(invoice.taxes_amount_cents),
    credit_notes_amount_cents: String(invoice.credit_notes_amount_cents),
    prepaid: [invoice.prepaid_granted_credit_amount_cents, invoice.prepaid_purchased_credit_amount_cents]
      .map((cents) => String(cents ?? 0))
      .join(' + '),
    total_amount_cents: String(invoice.total_amount_cents),
    payment: paymentLine({
      status: invoice.payment_status,
      paid: invoice.total_paid_amount_cents,
      offset: invoice.total_offsetted_credit_note_amount_cents,
      due: invoice.total_due_amount_cents,
      disputed: invoice.payment_dispute_lost_at !== null,
    }),
    fees: actualTable(invoice.fees),
  };
}

const inOrder = (periods: PeriodLine[]) => periods.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export function expectedInvoice(invoice: Invoice): InvoiceFigures {
  const periods = invoice.parts.map(({ subscription, boundaries }, i) => ({
    subscription: subscription.externalId,
    reason: invoice.reasons[i],
    ...(boundaries === null
      ? {}
      : {
          from: isoSecond(boundaries.plan.from),
          to: isoSecond(boundaries.plan.to),
          charges_from: usage(boundaries, 'from'),
          charges_to: usage(boundaries, 'to'),
        }),
  }));
  return {
    customer: invoice.customer.externalId,
    status: invoice.status,
    issuing_date: isoDay(invoice.issuingDay),
    periods: inOrder(periods),
    fees_amount_cents: String(invoice.feesCents),
    progressive_billing_credit_amount_cents: String(invoice.progressiveCents),
    coupons_amount_cents: String(invoice.couponsCents),
    taxes_amount_cents: String(invoice.taxesCents),
    credit_notes_amount_cents: String(invoice.creditNotesCents),
    prepaid: `${invoice.prepaid.granted} + ${invoice.prepaid.purchased}`,
    total_amount_cents: String(invoice.totalCents),
    payment: paymentLine({
      status: isPaid(invoice) ? 'succeeded' : invoice.failed ? 'failed' : 'pending',
      paid: invoice.paidCents,
      offset: invoice.offsetCents,
      due: amountDueOf(invoice),
      disputed: invoice.disputed,
    }),
    fees: expectedTable(invoice.fees),
  };
}

/** An invoice that waits for its payment is hidden. */
export const isVisible = ({ status }: Invoice): boolean => status !== 'open';

/** The rater's books, in the form that `actualBooks` gives to the service's. */
export const expectedBooks = (world: State): Books => ({
  invoices: world.invoices.filter(isVisible).map(expectedInvoice),
  uninvoicedFees: expectedTable(world.uninvoicedFees),
  wallets: expectedWallets(world),
  creditNotes: expectedNotes(world),
});
export const actualBooks = ({ invoices, uninvoicedFees, wallets, creditNotes }: ServiceBooks): Books => ({
  invoices: invoices.map(actualInvoice),
  uninvoicedFees: actualTable(uninvoicedFees),
  wallets: actualWallets(wallets),
  creditNotes: actualNotes(creditNotes),
});

const usage = ({ charges }: Boundaries, end: 'from' | 'to') => (charges ? isoSecond(charges[end]) : null);
