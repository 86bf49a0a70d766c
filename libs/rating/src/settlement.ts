/** How an invoice is settled, in cents: the part that is neither paid nor offset by credit notes is due. */
export interface Settlement {
  totalCents: bigint;
  /** The sum of payments that succeeded. */
  paidCents: bigint;
  /** The sum of offsets by credit notes. */
  offsetCents: bigint;
}

/** The amount due, in cents (invoices, section 12). */
export const amountDue = ({ totalCents, paidCents, offsetCents }: Settlement): bigint =>
  totalCents - paidCents - offsetCents;

/** Whether nothing is due (invoices, sections 6.3 and 12). */
export const isSettled = (settlement: Settlement): boolean => amountDue(settlement) <= 0n;

/** The part of a payment that the invoice needs, in cents: at most what is due, and 0 where nothing is. */
export function upToAmountDue(settlement: Settlement, amountCents: bigint): bigint {
  const due = amountDue(settlement);
  if (due <= 0n || amountCents <= 0n) return 0n;
  return amountCents < due ? amountCents : due;
}

/**
 * Adds a payment to the invoice, in cents: all of it, or nothing.
 * @returns null if the payment is zero, or exceeds the amount due (invoices, section 12)
 */
export function withPayment(settlement: Settlement, amountCents: bigint): Settlement | null {
  if (amountCents <= 0n || amountCents > amountDue(settlement)) return null;
  return { ...settlement, paidCents: settlement.paidCents + amountCents };
}
