import { z } from 'zod';

// The requests of Anrok's transactions interface, version 1.1 (apidocs.anrok.com). Unknown keys and empty texts in
// addresses are refused, as Anrok does.

const filled = z.string().min(1);
const date = z.iso.date();

const Address = z.strictObject({
  country: filled.nullish(),
  line1: filled.nullish(),
  city: filled.nullish(),
  region: filled.nullish(),
  postalCode: filled.nullish(),
});

const LineItem = z.strictObject({
  id: z.string().optional(),
  productExternalId: z.string(),
  amount: z.int().min(-100_000_000_000).max(100_000_000_000),
  isTaxIncludedInAmount: z.boolean().optional(),
  quantity: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
});

const transaction = {
  lineItems: z.array(LineItem).min(1),
  currencyCode: z.string().length(3),
  customerAddress: Address,
  customerId: filled.optional(),
  customerName: filled.optional(),
  customerTaxIds: z.array(z.strictObject({ type: z.enum(['genericVatNumber', 'euVrn']), value: filled })).optional(),
  shipFromAddress: Address.optional(),
  accountingDate: date,
  taxDate: date.optional(),
};

export const EphemeralTransaction = z.strictObject(transaction);
export type EphemeralTransaction = z.output<typeof EphemeralTransaction>;

export const Transaction = z.strictObject({ id: filled.max(200), ...transaction });
export type Transaction = z.output<typeof Transaction>;

export const Void = z.strictObject({ transactionExpectedVersion: z.int().optional() });

export const Negation = z.strictObject({
  originalTransactionId: filled,
  newTransactionId: filled.max(200),
  originalTransactionExpectedVersion: z.int().optional(),
});
