import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
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
import { described, shape, texts } from '../http/texts.js';
import { CreditNote, creditNoteReasons, refundStatuses } from './credit-notes.js';
import { AppliedTax } from './fees.js';
import { judgeMetadata, keyedMetadataAnswer, KeyedMetadataInput, metadataField } from './keyed-metadata.js';

/** The credited amount of a fee, in cents before coupons and taxes; validated item by item (invoices, section 6.3). */
export const CreditNoteItemInput = described(
  body({
    fee_id: described(expected(idText()), 'Identifier of the fee'),
    amount_cents: described(expected(strictly(anything(), cents())), ...texts.amountCents),
  }),
  'The part of a fee to return, in cents before coupons and taxes',
);
export type CreditNoteItemInput = BodyInput<typeof CreditNoteItemInput>;

/** A requested note; its credit, refund and offset must add up to its items (invoices, section 6.3). */
export const CreditNoteCreate = described(
  bodyOf(
    CreditNote,
    {
      invoice_id: described(expected(idText()), 'Identifier of the invoice'),
      reason: choice(creditNoteReasons),
      description: prose(),
      credit_amount_cents: integer(0),
      refund_amount_cents: integer(0),
      offset_amount_cents: integer(0),
      items: expected(withElements(recordList(), CreditNoteItemInput)),
      metadata: metadataField(),
    },
    judgeMetadata,
  ),
  'The items to return; credit, refund and offset add up to them',
);
export type CreditNoteCreate = BodyInput<typeof CreditNoteCreate>;

/** An estimate of a note (invoices, section 6.4). */
export const CreditNoteEstimate = described(
  body({
    invoice_id: described(expected(idText()), 'Identifier of the invoice'),
    items: expected(withElements(recordList(), CreditNoteItemInput)),
  }),
  'The items of a credit note to estimate',
);
export type CreditNoteEstimate = BodyInput<typeof CreditNoteEstimate>;

/** The result of a refund, and metadata (invoices, section 6.5). */
export const CreditNoteUpdate = described(
  bodyOf(
    CreditNote,
    { refund_status: ifPresent(mandatoryChoice(refundStatuses)), metadata: metadataField() },
    judgeMetadata,
  ),
  'The refund status and metadata',
);
export type CreditNoteUpdate = BodyInput<typeof CreditNoteUpdate>;

export const EstimatedCreditNote = shape('An estimate of a credit note', {
  svc_invoice_id: described(id(), ...texts.invoiceId),
  invoice_number: described(z.string(), 'Number of the invoice', 'ACM-0001-001-004'),
  currency: described(z.string(), ...texts.currency),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  precise_taxes_amount_cents: described(z.number(), 'Taxes before rounding', 1000),
  sub_total_excluding_taxes_amount_cents: described(cents(), ...texts.subTotalExcludingTaxes),
  max_creditable_amount_cents: described(cents(), 'Maximum credit, in the smallest unit of the currency', 12_500),
  max_refundable_amount_cents: described(cents(), 'Maximum refund, in the smallest unit of the currency', 0),
  max_offsettable_amount_cents: described(cents(), 'Maximum offset, in the smallest unit of the currency', 12_500),
  coupons_adjustment_amount_cents: described(cents(), 'Share of coupons that is reversed', 0),
  precise_coupons_adjustment_amount_cents: described(z.number(), 'The same before rounding', 0),
  taxes_rate: described(z.number(), ...texts.taxesRate),
  items: described(
    z.array(
      z.object({ svc_fee_id: described(id(), ...texts.feeId), amount_cents: described(cents(), ...texts.amountCents) }),
    ),
    'Items',
  ),
  applied_taxes: described(
    z.array(
      AppliedTax.omit({ svc_id: true, created_at: true }).extend({
        base_amount_cents: described(cents(), 'Amount that the tax applies to', 12_500),
      }),
    ),
    ...texts.appliedTaxes,
  ),
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
    validates: 'after loading',
    repetition: 'answered',
    answer: { credit_note: CreditNote },
  }),
  estimate: route({
    ...shared,
    method: 'POST',
    path: '/credit_notes/estimate',
    summary: 'Estimate a credit note',
    wrapper: 'credit_note',
    body: CreditNoteEstimate,
    validates: 'after loading',
    answer: { estimated_credit_note: EstimatedCreditNote },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/credit_notes/:svc_id',
    summary: 'Update the refund status or the metadata of a credit note',
    wrapper: 'credit_note',
    body: CreditNoteUpdate,
    validates: 'after loading',
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
    validates: 'after loading',
    bodyOptional: true,
    answer: keyedMetadataAnswer,
  }),
  mergeMetadata: route({
    ...shared,
    method: 'PATCH',
    path: '/credit_notes/:svc_id/metadata',
    summary: 'Merge the metadata of a credit note',
    body: KeyedMetadataInput,
    validates: 'after loading',
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
