import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, queryFlag, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** Documents with a file of their own. */
export const documentKinds = ['invoice', 'credit_note', 'payment_receipt'] as const;
export const numberings = ['billing_entity', 'customer', 'invoice'] as const;

/** Ranks without a document, first and last one included. */
export const NumberGap = shape('A span of ranks without a document, inclusive', {
  from: described(z.int(), 'First missing rank', 4),
  to: described(z.int(), 'Last missing rank', 5),
});

/** The number of a voided document. */
export const VoidedNumber = shape('The number of a voided document', {
  number: described(z.string(), 'Number of the document', 'ACM-1234-001-007'),
  voided_at: described(timestamp(), 'When it was voided; null unless it was'),
});

/** The numbers of issued documents in one sequence (docs/concepts/data.md). */
export const NumberSequence = shape('The numbers of issued documents in one sequence', {
  document_type: described(z.enum(documentKinds), 'Kind of the documents', 'invoice'),
  /** The owner of the sequence: an issuer, a customer, or, for credit notes, their invoice. */
  numbering: described(
    z.enum(numberings),
    'Owner of the sequence: a billing entity, a customer, or the invoice of credit notes',
    'customer',
  ),
  /** Null for receipts: their customer's numbers go on with every issuer. */
  billing_entity_code: described(z.string().nullable(), 'Code of the billing entity; null for receipts', 'main'),
  /** Null for the sequence of an issuer. */
  external_customer_id: described(z.string().nullable(), 'Customer; null for the sequence of a billing entity', 'acme'),
  /** Of the invoice whose credit notes are numbered; null for others. */
  invoice_number: described(
    z.string().nullable(),
    'Invoice whose credit notes are numbered; null for other sequences',
    'ACM-1234-001-012',
  ),
  first_number: described(z.string(), 'Number with the lowest rank', 'ACM-1234-001-001'),
  last_number: described(z.string(), 'Number with the highest rank', 'ACM-1234-001-012'),
  first_rank: described(z.int(), 'Lowest rank', 1),
  last_rank: described(z.int(), 'Highest rank', 12),
  documents_count: described(z.int(), 'Number of documents, including voided ones', 12),
  /** Ranks between the first and the last one without a document. */
  missing_count: described(z.int(), 'Number of missing ranks', 0),
  gaps: z.array(NumberGap),
  voided_count: described(z.int(), 'Number of voided documents', 1),
  voided: z.array(VoidedNumber),
});
export type NumberSequence = z.infer<typeof NumberSequence>;

/** The gaps, and the voided numbers, that a sequence lists at most; the first ones. */
export const mostListedNumbers = 100;

export const NumberSequenceFilters = query({
  ...pagination,
  document_type: described(queryChoice(documentKinds), 'Kind of the document', 'invoice'),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
  /** Only sequences with missing numbers. */
  with_gaps: described(queryFlag(), 'Whether only sequences with missing numbers are listed', true),
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
