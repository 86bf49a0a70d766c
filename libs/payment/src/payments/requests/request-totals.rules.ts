import type { PayableInvoice } from '@tollgate/invoicing/reader';
import { NotAllowed, NotFound } from '@tollgate/platform';

/** The totals of invoices that are paid together. */
export interface RequestTotals {
  billingEntityId: string;
  currency: string;
  /** The due amount of all its invoices, in cents. */
  amountCents: bigint;
}

const areOne = (values: string[]): boolean => new Set(values).size === 1;

/**
 * Validates that one request may cover invoices, and computes its totals (invoices, section 13). The caller checks for
 * payments under way.
 * @throws NotFound, NotAllowed, in the order of the reference
 */
export function requestTotals(invoices: PayableInvoice[]): RequestTotals {
  if (invoices.some(({ overdue }) => !overdue)) throw new NotAllowed('invoices_not_overdue');
  return totalsOf(invoices);
}

/**
 * The totals of invoices that are paid together: of one currency and one issuer.
 * @throws NotFound without any; NotAllowed
 */
export function totalsOf(invoices: PayableInvoice[]): RequestTotals {
  const [first] = invoices;
  if (!first) throw new NotFound('invoice');
  if (!areOne(invoices.map(({ currency }) => currency))) throw new NotAllowed('invoices_have_different_currencies');
  if (!areOne(invoices.map(({ billingEntityId }) => billingEntityId)))
    throw new NotAllowed('invoices_have_different_billing_entities');
  return {
    billingEntityId: first.billingEntityId,
    currency: first.currency,
    amountCents: invoices.reduce((sum, { dueCents }) => sum + dueCents, 0n),
  };
}
