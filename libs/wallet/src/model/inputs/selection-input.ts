import { InvoiceCustomSectionSelection, readBody, type FieldErrors } from '@tollgate/contracts';
import { refuseErrors } from '@tollgate/platform';
import type { SectionSelection } from '@tollgate/subscription/reader';

/** A selection of invoice texts as read, and its wrong fields. */
interface ReadSelection {
  /** Undefined if the request has none, or a wrong one. */
  selection: SectionSelection | undefined;
  problems: FieldErrors;
}

/** Reads a request's selection of invoice texts (catalog, section 16). */
export function selectionIn(raw: unknown): ReadSelection {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { selection: undefined, problems: {} };
  const read = readBody(InvoiceCustomSectionSelection, raw as Record<string, unknown>);
  if ('errors' in read) return { selection: undefined, problems: read.errors };
  const { skip_invoice_custom_sections: skip, invoice_custom_section_codes: codes } = read.input;
  return { selection: { skip, codes }, problems: {} };
}

/**
 * Reads a request's selection of invoice texts; undefined when it has none (catalog, section 16).
 * @throws ValidationFailed
 */
export function readSelection(raw: unknown): SectionSelection | undefined {
  const { selection, problems } = selectionIn(raw);
  refuseErrors(problems);
  return selection;
}
