import { z } from 'zod';
import { cents, date, decimalString, id, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryDay, queryFlag, queryInteger, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { EmbeddedCustomer, ErrorDetail } from './customers.js';
import { AppliedTax, Fee } from './fees.js';
import { KeyedMetadata } from './keyed-metadata.js';

export const creditNoteReasons = [
  'duplicated_charge',
  'product_unsatisfactory',
  'order_change',
  'order_cancellation',
  'fraudulent_charge',
  'other',
] as const;
export const creditStatuses = ['available', 'consumed', 'voided'] as const;
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export const creditNoteTypes = ['credit', 'refund', 'offset'] as const;

/** A credit note with its items (invoices, section 6). */
export const CreditNote = z.object({
  svc_id: id(),
  billing_entity_code: z.string(),
  sequential_id: z.int(),
  number: z.string(),
  svc_invoice_id: id(),
  invoice_number: z.string(),
  issuing_date: date(),
  credit_status: z.enum(creditStatuses).nullable(),
  refund_status: z.enum(refundStatuses).nullable(),
  reason: z.enum(creditNoteReasons),
  description: z.string().nullable(),
  currency: z.string(),
  total_amount_cents: cents(),
  taxes_amount_cents: cents(),
  taxes_rate: z.number(),
  sub_total_excluding_taxes_amount_cents: cents(),
  balance_amount_cents: cents(),
  credit_amount_cents: cents(),
  refund_amount_cents: cents(),
  offset_amount_cents: cents(),
  coupons_adjustment_amount_cents: cents(),
  created_at: timestamp(),
  updated_at: timestamp(),
  file_url: z.string().nullable(),
  xml_url: z.string().nullable(),
  self_billed: z.boolean(),
  items: z.array(
    z.object({
      svc_id: id(),
      amount_cents: cents(),
      precise_amount_cents: decimalString(),
      amount_currency: z.string(),
      fee: Fee.nullable(),
    }),
  ),
  applied_taxes: z.array(AppliedTax.extend({ svc_credit_note_id: id(), base_amount_cents: cents() })),
  customer: EmbeddedCustomer,
  metadata: KeyedMetadata.nullable(),
  error_details: z.array(ErrorDetail),
});
export type CreditNote = z.infer<typeof CreditNote>;

/** One value or several from a fixed set; unknown ones are ignored. */
const knownOf = <const T extends readonly string[]>(values: T) =>
  strictly(
    z
      .preprocess(
        (list) =>
          (Array.isArray(list) ? list : list === undefined ? [] : [list]).filter((value) =>
            values.includes(value as string),
          ),
        z
          .array(z.string())
          .transform((known) => known as T[number][])
          .optional(),
      )
      .optional(),
    z.array(z.enum(values)).optional(),
  );

export const CreditNoteFilters = query({
  ...updatedListParameters(['created_at', 'issuing_date', 'total_amount_cents']),
  ...listCounts(['credit_status', 'refund_status']),
  external_customer_id: queryText(),
  issuing_date_from: queryDay(),
  issuing_date_to: queryDay(),
  currency: queryText(),
  reason: knownOf(creditNoteReasons),
  credit_status: knownOf(creditStatuses),
  refund_status: knownOf(refundStatuses),
  invoice_number: queryText(),
  /** The invoice's. */
  purchase_order_number: queryText(),
  amount_from: queryInteger(),
  amount_to: queryInteger(),
  self_billed: queryFlag(),
  billing_entity_codes: queryTexts(),
  types: knownOf(creditNoteTypes),
});
export type CreditNoteFilters = QueryInput<typeof CreditNoteFilters>;

const shared = { service: 'invoicing', permission: 'credit_note', method: 'GET' } as const;

export const creditNoteRoutes = {
  list: route({
    ...shared,
    path: '/credit_notes',
    summary: 'List credit notes, newest first',
    query: CreditNoteFilters,
    answer: { credit_notes: z.array(CreditNote), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    path: '/customers/:external_customer_id/credit_notes',
    summary: 'List the credit notes of a customer',
    query: CreditNoteFilters,
    answer: { credit_notes: z.array(CreditNote), meta: Meta },
  }),
  read: route({
    ...shared,
    path: '/credit_notes/:svc_id',
    summary: 'Read a credit note',
    answer: { credit_note: CreditNote },
  }),
};
