// The bodies that GoCardless accepts, as far as payments need them. It refuses every other field.
import { z } from 'zod';

/** Three values of ours at most, with short names. */
const metadata = z
  .record(z.string().max(50), z.string().max(500))
  .refine((values) => Object.keys(values).length <= 3, 'has too many properties')
  .optional();
/** A whole number above 0; the SDK sends texts. */
const amount = z
  .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/, 'must be a whole number')])
  .transform(Number);
const name = z.string().min(1).max(255).optional();

const customer = {
  email: z.email().optional(),
  company_name: name,
  given_name: name,
  family_name: name,
  address_line1: name,
  address_line2: name,
  city: name,
  postal_code: name,
  region: name,
  country_code: z.string().length(2).optional(),
  language: z.string().length(2).optional(),
  phone_number: name,
  metadata,
};

export const CustomerCreate = z
  .strictObject(customer)
  .refine(
    (person) =>
      person.company_name !== undefined || (person.given_name !== undefined && person.family_name !== undefined),
    { path: ['company_name'], message: 'is required unless there are a given_name and a family_name' },
  );
export const CustomerUpdate = z.strictObject(customer).partial();

export const BillingRequestCreate = z.strictObject({
  mandate_request: z.strictObject({
    scheme: z.enum(['ach', 'autogiro', 'bacs', 'becs', 'becs_nz', 'betalingsservice', 'pad', 'sepa_core']).optional(),
    currency: z.string().length(3).optional(),
    metadata,
  }),
  links: z.strictObject({ customer: z.string() }),
  metadata,
});

export const FlowCreate = z.strictObject({
  redirect_uri: z.url().optional(),
  exit_uri: z.url().optional(),
  auto_fulfil: z.boolean().optional(),
  links: z.strictObject({ billing_request: z.string() }),
});

export const currencies = ['AUD', 'CAD', 'DKK', 'EUR', 'GBP', 'NZD', 'SEK', 'USD'] as const;

export const PaymentCreate = z.strictObject({
  amount,
  currency: z.enum(currencies),
  description: z.string().max(255).optional(),
  reference: z.string().max(140).optional(),
  charge_date: z.iso.date().optional(),
  retry_if_possible: z.boolean().optional(),
  metadata,
  links: z.strictObject({ mandate: z.string() }),
});

export const RefundCreate = z.strictObject({
  amount,
  total_amount_confirmation: amount,
  reference: z.string().max(18).optional(),
  metadata,
  links: z.strictObject({ payment: z.string() }),
});

/** The body of actions such as a cancellation. */
export const Action = z.strictObject({ metadata }).optional();
