import { z } from 'zod';
import { cents, date, decimalString, id } from '../http/fields.js';
import { listCounts, listExpansions, listSums, updatedListParameters } from '../http/lists.js';
import {
  query,
  queryDay,
  queryFlag,
  queryId,
  queryInteger,
  queryText,
  queryTexts,
  type QueryInput,
} from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { ErrorDetail } from './customer-parts.js';
import { EmbeddedCustomer } from './embedded-customers.js';
import { AppliedTax, Fee } from './fees.js';
import { visibleInvoiceStatuses } from './invoices.js';
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
export const CreditNote = shape('An amount of an invoice that is returned, with its items', {
  svc_id: svcId(),
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  sequential_id: described(z.int(), ...texts.sequentialId),
  number: described(z.string(), ...texts.documentNumber),
  svc_invoice_id: described(id(), ...texts.invoiceId),
  invoice_number: described(z.string(), 'Number of the invoice', 'ACM-0001-001-004'),
  issuing_date: described(date(), ...texts.issuingDate),
  credit_status: described(z.enum(creditStatuses).nullable(), 'State of the credit; null without credit'),
  refund_status: described(z.enum(refundStatuses).nullable(), 'State of the refund; null without refund'),
  reason: described(z.enum(creditNoteReasons), ...texts.reason),
  description: described(z.string().nullable(), ...texts.description),
  currency: described(z.string(), ...texts.currency),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  taxes_rate: described(z.number(), ...texts.taxesRate),
  sub_total_excluding_taxes_amount_cents: described(cents(), ...texts.subTotalExcludingTaxes),
  balance_amount_cents: described(cents(), 'Remaining credit', 5000),
  credit_amount_cents: described(cents(), 'Part that becomes credit for later invoices', 5000),
  refund_amount_cents: described(cents(), 'Part that is refunded', 0),
  offset_amount_cents: described(cents(), 'Part that reduces the amount due of the invoice', 0),
  coupons_adjustment_amount_cents: described(cents(), 'Share of coupons that is reversed', 0),
  created_at: createdAt(),
  updated_at: updatedAt(),
  file_url: described(z.string().nullable(), ...texts.fileUrl),
  xml_url: described(z.string().nullable(), ...texts.xmlUrl),
  self_billed: described(z.boolean(), ...texts.selfBilled),
  items: described(
    z.array(
      z.object({
        svc_id: svcId(),
        amount_cents: described(cents(), ...texts.amountCents),
        precise_amount_cents: described(decimalString(), 'Amount in the smallest unit before rounding', '12500.0'),
        amount_currency: described(z.string(), ...texts.amountCurrency),
        fee: Fee.nullable(),
      }),
    ),
    'Items',
  ),
  applied_taxes: described(
    z.array(
      AppliedTax.extend({
        svc_credit_note_id: described(id(), 'Identifier of the credit note'),
        base_amount_cents: described(cents(), 'Amount that the tax applies to', 12_500),
      }),
    ),
    ...texts.appliedTaxes,
  ),
  customer: EmbeddedCustomer,
  metadata: described(KeyedMetadata.nullable(), ...texts.metadata),
  error_details: z.array(ErrorDetail),
});
export type CreditNote = z.infer<typeof CreditNote>;

/** An invoice that used a part of a credit note. */
export const CreditNoteUse = shape('An invoice that used a part of a credit note', {
  svc_invoice_id: described(id(), ...texts.invoiceId),
  invoice_number: described(z.string(), ...texts.documentNumber),
  invoice_status: described(z.enum(visibleInvoiceStatuses), ...texts.state),
  amount_cents: described(cents(), ...texts.amountCents),
  created_at: createdAt(),
});
export type CreditNoteUse = z.infer<typeof CreditNoteUse>;

/** A credit note in the answer of reading it. */
export const ReadCreditNote = described(
  CreditNote.extend({
    uses: described(
      z.array(CreditNoteUse).optional(),
      'Invoices that used it, oldest first, 1,000 at most; only with `expand=uses`',
    ),
  }),
  'A credit note, with its uses on request',
);
export type ReadCreditNote = z.infer<typeof ReadCreditNote>;

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
  ...listSums(),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  issuing_date_from: described(queryDay(), 'Earliest issuing date'),
  issuing_date_to: described(queryDay(), 'Latest issuing date'),
  currency: described(queryText(), ...texts.currency),
  reason: described(knownOf(creditNoteReasons), 'Reasons', 'other'),
  credit_status: described(knownOf(creditStatuses), 'States of the credit', 'available'),
  refund_status: described(knownOf(refundStatuses), 'States of the refund', 'pending'),
  invoice_id: described(queryId(), ...texts.invoiceId),
  invoice_number: described(queryText(), 'Number of the invoice', 'ACM-0001-001-004'),
  /** The invoice's. */
  purchase_order_number: described(queryText(), ...texts.purchaseOrderNumber),
  amount_from: described(queryInteger(), 'Minimum total, in the smallest unit of the currency', 1000),
  amount_to: described(queryInteger(), 'Maximum total, in the smallest unit of the currency', 100_000),
  self_billed: described(queryFlag(), ...texts.selfBilled),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
  types: described(knownOf(creditNoteTypes), 'Kinds of credit notes', 'credit'),
});
export type CreditNoteFilters = QueryInput<typeof CreditNoteFilters>;

export const CreditNoteExpansion = query(listExpansions(['uses']));
export type CreditNoteExpansion = QueryInput<typeof CreditNoteExpansion>;

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
    query: CreditNoteExpansion,
    answer: { credit_note: ReadCreditNote },
  }),
};
