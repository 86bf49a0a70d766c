import { NumberSequence, NumberSequenceFilters, numberSequenceRoutes } from '../number-sequences.js';
import { byUpdate, exportKind } from './export-kind.js';

export const numberSequencesKind = exportKind({
  service: 'document',
  name: 'number_sequences',
  row: 'A [sequence of document numbers](data.md#number-sequences)',
  record: NumberSequence,
  filters: NumberSequenceFilters,
  shownBy: [numberSequenceRoutes.list],
  // Of the documents of a sequence.
  changes: byUpdate,
  identity: ['document_type', 'numbering', 'billing_entity_code', 'external_customer_id', 'invoice_number'],
  own: {
    voided: ['json', 'The first 100 numbers of voided documents'],
    missing_ranks: ['text', 'Ranks without a document, as in `3-5 9`; the first 100 gaps'],
  },
  columns: [
    'document_type',
    'numbering',
    'billing_entity_code',
    'external_customer_id',
    'invoice_number',
    'first_number',
    'last_number',
    'first_rank',
    'last_rank',
    'documents_count',
    'missing_count',
    'missing_ranks',
    'voided_count',
    'voided',
  ],
});
