import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { flag, id, isBlank, mandatoryText, prose, text, textList, timestamp } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { translated, translations } from '../http/translation-fields.js';

/** Additional text of invoices (catalog, section 16). */
export const InvoiceCustomSection = z.object({
  svc_id: id(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  details: z.string().nullable(),
  display_name: z.string().nullable(),
  details_translations: translated(),
  display_name_translations: translated(),
  applied_to_organization: z.boolean(),
  organization_id: id(),
  created_at: timestamp(),
});
export type InvoiceCustomSection = z.infer<typeof InvoiceCustomSection>;

/** A section selected for a subscription, a wallet, a top-up rule or a wallet transaction. */
export const AppliedInvoiceCustomSection = z.object({
  svc_id: id(),
  invoice_custom_section_id: id(),
  invoice_custom_section: InvoiceCustomSection,
  created_at: timestamp(),
});
export type AppliedInvoiceCustomSection = z.infer<typeof AppliedInvoiceCustomSection>;

/** An invoice's copy of a section. */
export const InvoiceAppliedCustomSection = z.object({
  svc_id: id(),
  svc_invoice_id: id(),
  code: z.string(),
  details: z.string().nullable(),
  display_name: z.string().nullable(),
  created_at: timestamp(),
});
export type InvoiceAppliedCustomSection = z.infer<typeof InvoiceAppliedCustomSection>;

/** The selected sections: none, or those with these codes. */
export const InvoiceCustomSectionSelection = body({
  skip_invoice_custom_sections: flag(),
  invoice_custom_section_codes: textList(),
});
export type InvoiceCustomSectionSelection = BodyInput<typeof InvoiceCustomSectionSelection>;

const texts = {
  description: prose(),
  details: prose(),
  details_translations: translations(bounds.prose),
  display_name: text(),
  display_name_translations: translations(),
};

export const InvoiceCustomSectionCreate = body({ code: mandatoryText(), name: mandatoryText(), ...texts });
export type InvoiceCustomSectionCreate = BodyInput<typeof InvoiceCustomSectionCreate>;

export const InvoiceCustomSectionUpdate = body({ code: text(), name: text(), ...texts }, (input, add) => {
  for (const field of ['code', 'name'] as const)
    if (input[field] !== undefined && isBlank(input[field])) add(field, 'value_is_mandatory');
});
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
