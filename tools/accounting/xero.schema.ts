import { z } from 'zod';

// The requests to Xero's Accounting API 2.0 (github.com/XeroAPI/Xero-OpenAPI): contacts, invoices, credit notes, their
// allocations, and payments. Unknown keys are refused; Xero ignores them, but a misspelt key would go unnoticed.

const id = z.uuid();
const text = (longest: number) => z.string().max(longest);
const day = z.iso.date();

/** A number with no more decimals than that. */
const decimal = (places: number) =>
  z
    .number()
    .refine((value) => (String(value).split('.')[1] ?? '').length <= places, `has more than ${places} decimals`);
const amount = decimal(2);

const Address = z.strictObject({
  AddressType: z.enum(['POBOX', 'STREET']),
  AddressLine1: text(500),
  AddressLine2: text(500),
  City: text(255),
  Region: text(255),
  PostalCode: text(50),
  Country: z.string().regex(/^[A-Za-z]{0,50}$/),
});

export const Contact = z.strictObject({
  ContactID: id.optional(),
  ContactNumber: text(50).min(1),
  Name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^<>]*$/),
  FirstName: text(255),
  LastName: text(255),
  EmailAddress: z.union([z.literal(''), z.email().max(255)], { error: 'Email address must be valid.' }),
  CompanyNumber: text(50),
  TaxNumber: text(50),
  Addresses: z.array(Address).min(1).max(2),
  Phones: z.array(z.strictObject({ PhoneType: z.enum(['DEFAULT']), PhoneNumber: text(50) })),
});
export type Contact = z.output<typeof Contact>;

/** Changes of some fields, as one that blanks a contact. */
export const ContactChange = Contact.omit({ ContactNumber: true, Name: true, ContactID: true })
  .partial()
  .extend({ ContactID: id, ContactStatus: z.literal('ARCHIVED').optional() });
export type ContactChange = z.output<typeof ContactChange>;

const Line = z.strictObject({
  Description: text(4000).min(1),
  Quantity: decimal(4),
  UnitAmount: decimal(4),
  LineAmount: amount,
  ItemCode: text(30).min(1).optional(),
  AccountCode: text(10).min(1).optional(),
  TaxType: text(50).min(1),
  TaxAmount: amount,
});
export type Line = z.output<typeof Line>;

const document = {
  Status: z.literal('AUTHORISED'),
  Contact: z.strictObject({ ContactID: id }),
  Reference: text(255).optional(),
  Date: day,
  CurrencyCode: z.string().regex(/^[A-Z]{3}$/),
  LineAmountTypes: z.literal('Exclusive'),
  LineItems: z.array(Line).min(1),
};

export const Invoice = z.strictObject({
  ...document,
  InvoiceID: id.optional(),
  Type: z.literal('ACCREC'),
  InvoiceNumber: text(255).min(1),
  DueDate: day,
});
export type Invoice = z.output<typeof Invoice>;

export const Void = z.strictObject({ InvoiceID: id, Status: z.literal('VOIDED') });

export const CreditNote = z.strictObject({
  ...document,
  CreditNoteID: id.optional(),
  Type: z.literal('ACCRECCREDIT'),
  CreditNoteNumber: text(255).min(1),
});
export type CreditNote = z.output<typeof CreditNote>;

const payment = {
  Account: z.strictObject({ Code: text(10).min(1) }),
  Date: day,
  Amount: amount.positive(),
  Reference: text(255).min(1),
};
export const Payment = z.union([
  z.strictObject({ ...payment, Invoice: z.strictObject({ InvoiceID: id }) }),
  z.strictObject({ ...payment, CreditNote: z.strictObject({ CreditNoteID: id }) }),
]);
export type Payment = z.output<typeof Payment>;

export const Allocation = z.strictObject({
  Invoice: z.strictObject({ InvoiceID: id }),
  Amount: amount.positive(),
  Date: day,
});

/** A body has one object in a list under the name of the resource. */
export const one = <S extends z.ZodType>(name: string, shape: S) =>
  z.strictObject({ [name]: z.array(shape).length(1) });

export const TokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  scope: z.literal('accounting.contacts accounting.invoices accounting.payments'),
});
