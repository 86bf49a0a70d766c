import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, mandatoryChoice, record, withMembers } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape } from '../http/texts.js';
import { BillingEntityUpdate } from './billing-entities.js';

/** Documents that a billing entity issues. */
export const previewedDocuments = ['invoice', 'credit_note', 'payment_receipt', 'statement'] as const;
export type PreviewedDocument = (typeof previewedDocuments)[number];

/** The page of a document, its file, or the e-mail that sends it. */
export const previewFormats = ['page', 'pdf', 'email'] as const;
export type PreviewFormat = (typeof previewFormats)[number];

/** A sample document of a billing entity, which is neither stored nor numbered (docs/concepts/documents.md). */
export const DocumentPreview = shape('A sample document of a billing entity, neither stored nor numbered', {
  document_type: described(z.enum(previewedDocuments), 'Kind of the document', 'invoice'),
  format: described(z.enum(previewFormats), 'Form of the sample: page, PDF or e-mail', 'page'),
  locale: described(z.string(), 'Language of the document', 'fr'),
  /** Of the e-mail. */
  subject: described(z.string().nullable(), 'Subject of the e-mail; null for others', 'Acme: Invoice'),
  /** The page, or the e-mail; null for a file. */
  html: described(z.string().nullable(), 'The page or the e-mail; null for a file', '<!doctype html>'),
  /** The e-mail as plain text; null for others. */
  text: described(z.string().nullable(), 'The e-mail as plain text; null for others', 'Hello,'),
  /** The PDF file in base64; null for others. */
  pdf: described(z.string().nullable(), 'The PDF file in base64; null for others', 'JVBERi0xLjc='),
});
export type DocumentPreview = z.infer<typeof DocumentPreview>;

export const DocumentPreviewInput = bodyOf(DocumentPreview, {
  document_type: mandatoryChoice(previewedDocuments),
  format: described(choice(previewFormats), 'Form of the sample: page, PDF or e-mail; absent: the page', 'page'),
  locale: described(
    choice(documentLocales, 'not_a_valid_language_code'),
    'Language of the document; absent: that of the billing entity',
    'fr',
  ),
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
