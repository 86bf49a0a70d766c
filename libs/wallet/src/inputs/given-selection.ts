import { InvoiceCustomSectionSelection, readBody } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import type { SectionSelection } from '@tollgate/subscription/reader';

/** What a call says of the texts on invoices; undefined where it says nothing (catalog, section 16). @throws ValidationFailed */
export function readSelection(given: unknown): SectionSelection | undefined {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return undefined;
  const read = readBody(InvoiceCustomSectionSelection, given as Record<string, unknown>);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return { skip: read.input.skip_invoice_custom_sections, codes: read.input.invoice_custom_section_codes };
}
