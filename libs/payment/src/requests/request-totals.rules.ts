import type { PayableInvoice } from '@tollgate/invoicing/reader';
import { NotAllowed, NotFound } from '@tollgate/platform';

/** What a payment request asks for. */
export interface RequestTotals {
  billingEntityId: string;
  currency: string;
  /** What is due of all its invoices, in cents. */
  amountCents: bigint;
}

const areOne = (values: string[]): boolean => new Set(values).size === 1;

/**
 * Whether invoices can be asked to be paid together (invoices, section 13); whether payments of them are on their way is
 * judged behind it.
 * @throws NotFound, NotAllowed, in the order of the reference
 */
export function requestTotals(invoices: PayableInvoice[]): RequestTotals {
  const [first] = invoices;
  if (!first) throw new NotFound('invoice');
  if (invoices.some(({ overdue }) => !overdue)) throw new NotAllowed('invoices_not_overdue');
  if (!areOne(invoices.map(({ currency }) => currency))) throw new NotAllowed('invoices_have_different_currencies');
  if (!areOne(invoices.map(({ billingEntityId }) => billingEntityId)))
    throw new NotAllowed('invoices_have_different_billing_entities');
  return {
    billingEntityId: first.billingEntityId,
    currency: first.currency,
    amountCents: invoices.reduce((sum, { dueCents }) => sum + dueCents, 0n),
  };
}
