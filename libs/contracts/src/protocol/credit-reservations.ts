import { z } from 'zod';

const decimal = z.string();

/** What fees of one kind come to on an invoice, for wallets to pay. Cents; decimals as text. */
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

/** Prepaid credits that an invoice wants, before it is written. */
export const CreditReservation = z.object({
  /** What the invoice is made for: the same, however often it is tried. */
  key: z.string().max(200),
  /** The id that it is to have, unless it was given one before. */
  invoice_id: z.uuid(),
  customer_id: z.uuid(),
  currency: z.string(),
  /** What is left to be paid. */
  total_cents: z.int(),
  fees: z.array(PayableFees),
  /** Unix milliseconds. */
  at: z.int(),
});
export type CreditReservation = z.infer<typeof CreditReservation>;

/** What wallets pay of an invoice, in cents. */
export const ReservedCredits = z.object({
  invoice_id: z.uuid(),
  granted_cents: z.int(),
  purchased_cents: z.int(),
  /** Until when the invoice has to be written, Unix milliseconds of the wall clock. */
  until: z.int(),
});
export type ReservedCredits = z.infer<typeof ReservedCredits>;
