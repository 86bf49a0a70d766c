import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, queryFlag, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';

/** Documents with a file of their own. */
export const documentKinds = ['invoice', 'credit_note', 'payment_receipt'] as const;
export const numberings = ['billing_entity', 'customer', 'invoice'] as const;

/** Ranks without a document, first and last one included. */
export const NumberGap = z.object({ from: z.int(), to: z.int() });

/** The number of a voided document. */
export const VoidedNumber = z.object({ number: z.string(), voided_at: timestamp() });

/** The numbers of issued documents in one sequence (docs/concepts/data.md). */
export const NumberSequence = z.object({
  document_type: z.enum(documentKinds),
  /** The owner of the sequence: an issuer, a customer, or, for credit notes, their invoice. */
  numbering: z.enum(numberings),
  /** Null for receipts: their customer's numbers go on with every issuer. */
  billing_entity_code: z.string().nullable(),
  /** Null for the sequence of an issuer. */
  external_customer_id: z.string().nullable(),
  /** Of the invoice whose credit notes are numbered; null for others. */
  invoice_number: z.string().nullable(),
  first_number: z.string(),
  last_number: z.string(),
  first_rank: z.int(),
  last_rank: z.int(),
  documents_count: z.int(),
  /** Ranks between the first and the last one without a document. */
  missing_count: z.int(),
  gaps: z.array(NumberGap),
  voided_count: z.int(),
  voided: z.array(VoidedNumber),
});
export type NumberSequence = z.infer<typeof NumberSequence>;

/** The gaps, and the voided numbers, that a sequence lists at most; the first ones. */
export const mostListedNumbers = 100;

export const NumberSequenceFilters = query({
  ...pagination,
  document_type: queryChoice(documentKinds),
  external_customer_id: queryText(),
  billing_entity_codes: queryTexts(),
  /** Only sequences with missing numbers. */
  with_gaps: queryFlag(),
});
export type NumberSequenceFilters = QueryInput<typeof NumberSequenceFilters>;

export const numberSequenceRoutes = {
  list: route({
    service: 'document',
    permission: 'invoice',
    alsoReads: ['credit_note'],
    method: 'GET',
    path: '/number_sequences',
    summary: 'List the sequences of document numbers, with their gaps and voided numbers',
    query: NumberSequenceFilters,
    answer: { number_sequences: z.array(NumberSequence), meta: Meta },
    heavy: true,
  }),
};
