/** How an invoice is settled, in cents: what is neither paid nor offset by credit notes is due. */
export interface Settlement {
  totalCents: bigint;
  /** The sum of payments that succeeded. */
  paidCents: bigint;
  /** The sum of what credit notes offset. */
  offsetCents: bigint;
}

/** What is still to be paid, in cents (invoices, section 12). */
export const amountDue = ({ totalCents, paidCents, offsetCents }: Settlement): bigint =>
  totalCents - paidCents - offsetCents;

/** Whether nothing is due any more (invoices, sections 6.3 and 12). */
export const isSettled = (settlement: Settlement): boolean => amountDue(settlement) <= 0n;

/**
 * The invoice with a payment, in cents: all of it, or nothing.
 * @returns null where it is nothing, or more than is due (invoices, section 12)
 */
export function withPayment(settlement: Settlement, amountCents: bigint): Settlement | null {
  if (amountCents <= 0n || amountCents > amountDue(settlement)) return null;
  return { ...settlement, paidCents: settlement.paidCents + amountCents };
}
