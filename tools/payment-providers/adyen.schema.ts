// The bodies that Adyen accepts, as far as payments need them. It refuses every other field.
import { z } from 'zod';

const amount = z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.int().nonnegative() });
const reference = z.string().min(1).max(80);
const metadata = z
  .record(z.string().max(20), z.string().max(80))
  .refine((values) => Object.keys(values).length <= 20, 'has too many pairs')
  .optional();
const shopperReference = z.string().min(3).max(256);
const recurringProcessingModel = z.enum(['CardOnFile', 'Subscription', 'UnscheduledCardOnFile']);

export const Payment = z.strictObject({
  merchantAccount: z.string(),
  amount,
  reference,
  paymentMethod: z.strictObject({ type: z.string(), storedPaymentMethodId: z.string().min(1) }),
  shopperReference,
  shopperInteraction: z.literal('ContAuth'),
  recurringProcessingModel,
  returnUrl: z.url(),
  shopperEmail: z.email().optional(),
  metadata,
});

export const PaymentLink = z.strictObject({
  merchantAccount: z.string(),
  amount,
  reference,
  shopperReference,
  shopperEmail: z.email().optional(),
  storePaymentMethodMode: z.enum(['askForConsent', 'disabled', 'enabled']),
  recurringProcessingModel,
  returnUrl: z.url(),
  expiresAt: z.iso.datetime(),
  metadata,
});

export const LinkUpdate = z.strictObject({ status: z.literal('expired') });

export const Refund = z.strictObject({
  merchantAccount: z.string(),
  amount,
  reference: reference.optional(),
  merchantRefundReason: z.enum(['FRAUD', 'CUSTOMER REQUEST', 'RETURN', 'DUPLICATE', 'OTHER']).optional(),
});

export const Cancel = z.strictObject({ merchantAccount: z.string(), reference: reference.optional() });

export const PaymentMethods = z.strictObject({ merchantAccount: z.string() });
