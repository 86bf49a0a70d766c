import type { Profile, Specification } from '@tollgate/contracts/e-invoices';
import { isCreditNote, type EInvoice } from './model.js';

/** Specification and type of a document in a profile. */
export function specificationOf(model: EInvoice, profile: Profile): Specification & { typeCode: string } {
  const own = model.isSelfBilled ? profile.selfBilling : null;
  if (own) return { ...own, typeCode: isCreditNote(model) ? own.creditNoteType : model.typeCode };
  const { customization, process } = profile.specification;
  return { customization, process: process ?? model.process, typeCode: model.typeCode };
}
