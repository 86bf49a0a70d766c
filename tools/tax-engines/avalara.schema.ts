import { z } from 'zod';

// The requests of AvaTax REST v2 (developer.avalara.com): transactions and their voids and refunds. Unknown keys are
// refused; AvaTax ignores them, but a misspelt key would go unnoticed.

const code = z.string().min(1).max(50);

const Address = z.strictObject({
  line1: z.string().min(1).max(50).optional(),
  city: z.string().min(1).max(50).optional(),
  region: z.string().min(1).max(3).optional(),
  country: z.string().length(2).optional(),
  postalCode: z.string().min(1).max(11).optional(),
});

const reason = z.string().min(1).max(255);
/** The tax of a line that was computed before, by the rules of its date. */
const TaxAmount = z.strictObject({
  type: z.literal('TaxAmount'),
  taxAmount: z.number(),
  taxDate: z.iso.date().optional(),
  reason,
});
const TaxDate = z.strictObject({ type: z.literal('TaxDate'), taxDate: z.iso.date(), reason });

const Line = z.strictObject({
  number: code,
  quantity: z.number().positive(),
  amount: z.number(),
  taxCode: z.string().max(25).optional(),
  itemCode: code.optional(),
  description: z.string().max(2048).optional(),
  taxOverride: TaxAmount.optional(),
});

export const Transaction = z.strictObject({
  type: z.enum(['SalesOrder', 'SalesInvoice', 'ReturnOrder', 'ReturnInvoice']),
  code: code.optional(),
  companyCode: z.string().min(1).max(25),
  date: z.iso.date(),
  taxOverride: TaxDate.optional(),
  customerCode: code,
  businessIdentificationNo: z.string().min(1).max(25).optional(),
  currencyCode: z.string().length(3),
  commit: z.boolean(),
  addresses: z.strictObject({ shipFrom: Address, shipTo: Address }),
  lines: z.array(Line).min(1).max(15_000),
});
export type Transaction = z.output<typeof Transaction>;

export const CreateOrAdjust = z.strictObject({
  adjustmentReason: z.enum(['NotAdjusted', 'Other']),
  adjustmentDescription: z.string().min(1).max(255),
  createTransactionModel: Transaction,
});

export const Void = z.strictObject({ code: z.enum(['Unspecified', 'PostFailed', 'DocDeleted', 'DocVoided']) });

export const Refund = z.strictObject({
  refundTransactionCode: code,
  refundDate: z.iso.date(),
  refundType: z.enum(['Full']),
  referenceCode: code.optional(),
});
