import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  anything,
  cents,
  choice,
  id,
  ifPresent,
  integer,
  mandatoryChoice,
  prose,
  recordList,
  withElements,
} from '../http/fields.js';
import { route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { CreditNote, creditNoteReasons, refundStatuses } from './credit-notes.js';
import { AppliedTax } from './fees.js';
import { judgeMetadata, keyedMetadataAnswer, KeyedMetadataInput, metadataField } from './keyed-metadata.js';

/** The credited amount of a fee, in cents before coupons and taxes; validated item by item (invoices, section 6.3). */
export const CreditNoteItemInput = body({
  fee_id: expected(idText()),
  amount_cents: expected(strictly(anything(), cents())),
});
export type CreditNoteItemInput = BodyInput<typeof CreditNoteItemInput>;

/** A requested note; its credit, refund and offset must add up to its items (invoices, section 6.3). */
export const CreditNoteCreate = body(
  {
    invoice_id: expected(idText()),
    reason: choice(creditNoteReasons),
    description: prose(),
    credit_amount_cents: integer(0),
    refund_amount_cents: integer(0),
    offset_amount_cents: integer(0),
    items: expected(withElements(recordList(), CreditNoteItemInput)),
    metadata: metadataField(),
  },
  judgeMetadata,
);
export type CreditNoteCreate = BodyInput<typeof CreditNoteCreate>;

/** An estimate of a note (invoices, section 6.4). */
export const CreditNoteEstimate = body({
  invoice_id: expected(idText()),
  items: expected(withElements(recordList(), CreditNoteItemInput)),
});
export type CreditNoteEstimate = BodyInput<typeof CreditNoteEstimate>;

/** The result of a refund, and metadata (invoices, section 6.5). */
export const CreditNoteUpdate = body(
  { refund_status: ifPresent(mandatoryChoice(refundStatuses)), metadata: metadataField() },
  judgeMetadata,
);
export type CreditNoteUpdate = BodyInput<typeof CreditNoteUpdate>;

export const EstimatedCreditNote = z.object({
  svc_invoice_id: id(),
  invoice_number: z.string(),
  currency: z.string(),
  taxes_amount_cents: cents(),
  precise_taxes_amount_cents: z.number(),
  sub_total_excluding_taxes_amount_cents: cents(),
  max_creditable_amount_cents: cents(),
  max_refundable_amount_cents: cents(),
  max_offsettable_amount_cents: cents(),
  coupons_adjustment_amount_cents: cents(),
  precise_coupons_adjustment_amount_cents: z.number(),
  taxes_rate: z.number(),
  items: z.array(z.object({ svc_fee_id: id(), amount_cents: cents() })),
  applied_taxes: z.array(AppliedTax.omit({ svc_id: true, created_at: true }).extend({ base_amount_cents: cents() })),
});
export type EstimatedCreditNote = z.infer<typeof EstimatedCreditNote>;

const shared = { service: 'invoicing', permission: 'credit_note' } as const;

export const creditNoteChangeRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/credit_notes',
    summary: 'Create a credit note: credit, refund or offset fees of an invoice',
    wrapper: 'credit_note',
    body: CreditNoteCreate,
    answer: { credit_note: CreditNote },
  }),
  estimate: route({
    ...shared,
    method: 'POST',
    path: '/credit_notes/estimate',
    summary: 'Estimate a credit note',
    wrapper: 'credit_note',
    body: CreditNoteEstimate,
    answer: { estimated_credit_note: EstimatedCreditNote },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/credit_notes/:svc_id',
    summary: 'Update the refund status or the metadata of a credit note',
    wrapper: 'credit_note',
    body: CreditNoteUpdate,
    answer: { credit_note: CreditNote },
  }),
  void: route({
    ...shared,
    method: 'PUT',
    path: '/credit_notes/:svc_id/void',
    summary: 'Void the remaining credit of a credit note',
    answer: { credit_note: CreditNote },
  }),
  replaceMetadata: route({
    ...shared,
    method: 'POST',
    path: '/credit_notes/:svc_id/metadata',
    summary: 'Replace the metadata of a credit note',
    body: KeyedMetadataInput,
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  mergeMetadata: route({
    ...shared,
    method: 'PATCH',
    path: '/credit_notes/:svc_id/metadata',
    summary: 'Merge the metadata of a credit note',
    body: KeyedMetadataInput,
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  removeMetadata: route({
    ...shared,
    method: 'DELETE',
    path: '/credit_notes/:svc_id/metadata',
    summary: 'Delete the metadata of a credit note',
    answer: keyedMetadataAnswer,
  }),
  removeMetadataKey: route({
    ...shared,
    method: 'DELETE',
    path: '/credit_notes/:svc_id/metadata/:key',
    summary: 'Delete a metadata entry of a credit note',
    answer: keyedMetadataAnswer,
  }),
};
