import { z } from 'zod';

const decimal = z.string();

/** Totals of fees of one kind on an invoice, for payment by wallets. Cents; decimals as text. */
export const PayableFees = z.object({
  fee_type: z.enum(['charge', 'add_on', 'subscription', 'credit', 'commitment', 'fixed_charge', 'product']),
  billable_metric_id: z.uuid().nullable(),
  target_wallet_code: z.string().nullable(),
  amount_cents: z.int(),
  precise_coupons_amount_cents: decimal,
  taxes_precise_amount_cents: decimal,
  precise_credit_notes_amount_cents: decimal,
});
export type PayableFees = z.infer<typeof PayableFees>;

/** The prepaid credits that an invoice requests before it is written. */
export const CreditReservation = z.object({
  /** Identifies the invoice's purpose: the same on every try. */
  key: z.string().max(200),
  /** Its id, unless an earlier request has assigned one. */
  invoice_id: z.uuid(),
  customer_id: z.uuid(),
  currency: z.string(),
  /** The amount due. */
  total_cents: z.int(),
  fees: z.array(PayableFees),
  /** Unix milliseconds. */
  at: z.int(),
});
export type CreditReservation = z.infer<typeof CreditReservation>;

/** The payments of wallets for an invoice, in cents. */
export const ReservedCredits = z.object({
  invoice_id: z.uuid(),
  granted_cents: z.int(),
  purchased_cents: z.int(),
  /** Deadline for writing the invoice, Unix milliseconds of the wall clock. */
  until: z.int(),
});
export type ReservedCredits = z.infer<typeof ReservedCredits>;
