import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { flag, id, isBlank, mandatoryText, prose, text, textList } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';

/** Additional text of invoices (catalog, section 16). */
export const InvoiceCustomSection = shape('A text on documents', {
  svc_id: svcId(),
  code: described(z.string(), 'Unique code for calls', 'terms'),
  name: described(z.string(), 'Display name', 'Terms'),
  description: described(z.string().nullable(), 'Description', 'Terms of payment'),
  details: described(z.string().nullable(), 'Text on documents', 'Payable by transfer'),
  display_name: described(z.string().nullable(), 'Title on documents', 'Terms'),
  details_translations: translated('de=Zahlbar per Überweisung'),
  display_name_translations: translated('de=Bedingungen'),
  applied_to_organization: described(z.boolean(), 'Whether it applies by default, where no other level names taxes'),
  organization_id: described(id(), ...texts.organizationId),
  created_at: createdAt(),
});
export type InvoiceCustomSection = z.infer<typeof InvoiceCustomSection>;

/** A section selected for a subscription, a wallet, a top-up rule or a wallet transaction. */
export const AppliedInvoiceCustomSection = shape('A section that a subscription, a wallet or a top-up selected', {
  svc_id: svcId(),
  invoice_custom_section_id: described(id(), 'Identifier of the section'),
  invoice_custom_section: InvoiceCustomSection,
  created_at: createdAt(),
});
export type AppliedInvoiceCustomSection = z.infer<typeof AppliedInvoiceCustomSection>;

/** An invoice's copy of a section. */
export const InvoiceAppliedCustomSection = shape('A custom section on an invoice', {
  svc_id: svcId(),
  svc_invoice_id: described(id(), ...texts.invoiceId),
  code: described(z.string(), ...texts.code),
  details: described(z.string().nullable(), 'Text on documents', 'Payable by transfer'),
  display_name: described(z.string().nullable(), 'Title on documents', 'Terms'),
  created_at: createdAt(),
});
export type InvoiceAppliedCustomSection = z.infer<typeof InvoiceAppliedCustomSection>;

/** The selected sections: none, or those with these codes. */
export const InvoiceCustomSectionSelection = described(
  body({
    skip_invoice_custom_sections: described(flag(), 'Whether documents leave out custom sections'),
    invoice_custom_section_codes: described(textList(), 'Codes of the sections', 'terms'),
  }),
  'The sections of documents: none, or those with these codes',
);
export type InvoiceCustomSectionSelection = BodyInput<typeof InvoiceCustomSectionSelection>;

const sectionTexts = {
  description: prose(),
  details: prose(),
  details_translations: translations(bounds.prose),
  display_name: text(),
  display_name_translations: translations(),
};

export const InvoiceCustomSectionCreate = bodyOf(InvoiceCustomSection, {
  code: mandatoryText(),
  name: mandatoryText(),
  ...sectionTexts,
});
export type InvoiceCustomSectionCreate = BodyInput<typeof InvoiceCustomSectionCreate>;

export const InvoiceCustomSectionUpdate = bodyOf(
  InvoiceCustomSection,
  { code: text(), name: text(), ...sectionTexts },
  (input, add) => {
    for (const field of ['code', 'name'] as const)
      if (input[field] !== undefined && isBlank(input[field])) add(field, 'value_is_mandatory');
  },
);
export type InvoiceCustomSectionUpdate = BodyInput<typeof InvoiceCustomSectionUpdate>;

/** Filters of the list. */
export const InvoiceCustomSectionFilters = query(updatedListParameters(['created_at', 'name', 'code']));
export type InvoiceCustomSectionFilters = QueryInput<typeof InvoiceCustomSectionFilters>;

const shared = { service: 'catalog', permission: 'invoice_custom_section' } as const;
const answer = { invoice_custom_section: InvoiceCustomSection };

export const invoiceCustomSectionRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/invoice_custom_sections',
    summary: 'Create an invoice custom section',
    wrapper: 'invoice_custom_section',
    body: InvoiceCustomSectionCreate,
    answer,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/invoice_custom_sections',
    summary: 'List invoice custom sections',
    query: InvoiceCustomSectionFilters,
    answer: { invoice_custom_sections: z.array(InvoiceCustomSection), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/invoice_custom_sections/:code',
    summary: 'Read an invoice custom section',
    answer,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/invoice_custom_sections/:code',
    summary: 'Update an invoice custom section',
    wrapper: 'invoice_custom_section',
    body: InvoiceCustomSectionUpdate,
    answer,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/invoice_custom_sections/:code',
    summary: 'Delete an invoice custom section',
    answer,
  }),
};
