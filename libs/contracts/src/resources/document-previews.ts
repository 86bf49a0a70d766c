import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, mandatoryChoice, record, withMembers } from '../http/fields.js';
import { route } from '../http/route.js';
import { BillingEntityUpdate } from './billing-entities.js';

/** Documents that a billing entity issues. */
export const previewedDocuments = ['invoice', 'credit_note', 'payment_receipt', 'statement'] as const;
export type PreviewedDocument = (typeof previewedDocuments)[number];

/** The page of a document, its file, or the e-mail that sends it. */
export const previewFormats = ['page', 'pdf', 'email'] as const;
export type PreviewFormat = (typeof previewFormats)[number];

/** A sample document of a billing entity, which is neither stored nor numbered (docs/concepts/documents.md). */
export const DocumentPreview = z.object({
  document_type: z.enum(previewedDocuments),
  format: z.enum(previewFormats),
  locale: z.string(),
  /** Of the e-mail. */
  subject: z.string().nullable(),
  /** The page, or the e-mail; null for a file. */
  html: z.string().nullable(),
  /** The e-mail as plain text; null for others. */
  text: z.string().nullable(),
  /** The PDF file in base64; null for others. */
  pdf: z.string().nullable(),
});
export type DocumentPreview = z.infer<typeof DocumentPreview>;

export const DocumentPreviewInput = body({
  document_type: mandatoryChoice(previewedDocuments),
  format: choice(previewFormats),
  locale: choice(documentLocales, 'not_a_valid_language_code'),
  billing_entity: withMembers(record(), BillingEntityUpdate),
});
export type DocumentPreviewInput = BodyInput<typeof DocumentPreviewInput>;

export const documentPreviewRoutes = {
  preview: route({
    service: 'document',
    permission: 'billing_entity',
    method: 'POST',
    path: '/billing_entities/:code/documents/preview',
    summary: 'Preview a sample document of a billing entity, with changes that are not stored',
    wrapper: 'document_preview',
    body: DocumentPreviewInput,
    answer: { document_preview: DocumentPreview },
    heavy: true,
  }),
};
