import { InvoiceCustomSectionSelection, readBody } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import type { SectionSelection } from '@tollgate/subscription/reader';

/**
 * Reads a request's selection of invoice texts; undefined when it has none (catalog, section 16).
 * @throws ValidationFailed
 */
export function readSelection(raw: unknown): SectionSelection | undefined {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return undefined;
  const read = readBody(InvoiceCustomSectionSelection, raw as Record<string, unknown>);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return { skip: read.input.skip_invoice_custom_sections, codes: read.input.invoice_custom_section_codes };
}
