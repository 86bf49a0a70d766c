import type { AppliedInvoiceCustomSection, InvoiceCustomSection, TranslatedText } from '@tollgate/contracts';
import { groupBy, isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { presentSections } from './invoice-custom-section.presenter.js';
import {
  hasSections,
  sectionIdsByCode,
  sectionsByCodes,
  sectionsByIds,
  sectionsOfBillingEntity,
} from './invoice-custom-sections.repository.js';
import type { SelectedSectionsTable } from './selected-sections.js';

/** Text for invoices, as other services see it. */
export interface InvoiceCustomSectionView {
  id: string;
  code: string;
  name: string;
  displayName: string | null;
  details: string | null;
}

/** The live sections among these ids and the sections of an issuer, by name. */
export async function readInvoiceCustomSections(
  transaction: TenantTransaction,
  ids: string[],
  billingEntityId: string | null,
): Promise<InvoiceCustomSectionView[]> {
  const named = await sectionsByIds(transaction, ids);
  const selected = billingEntityId === null ? [] : await sectionsOfBillingEntity(transaction, billingEntityId);
  const byId = new Map([...named, ...selected].map((row) => [row.id, row]));
  return [...byId.values()]
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
    .map(({ id, code, name, display_name: displayName, details }) => ({ id, code, name, displayName, details }));
}

/** The live sections among these ids in the shape of answers, by id. */
export async function readInvoiceCustomSectionResources(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, InvoiceCustomSection>> {
  const sections = await presentSections(transaction, await sectionsByIds(transaction, ids));
  return new Map(sections.map((section) => [section.svc_id, section]));
}

/** Presents the selected live sections, by owner, in input order. */
export async function presentSelectedSections(
  transaction: TenantTransaction,
  selected: SelectedSectionsTable[],
): Promise<Map<string, AppliedInvoiceCustomSection[]>> {
  if (selected.length === 0) return new Map();
  const ids = [...new Set(selected.map((row) => row.invoice_custom_section_id))];
  const sections = await readInvoiceCustomSectionResources(transaction, ids);
  const shown = selected.flatMap((row) => {
    const section = sections.get(row.invoice_custom_section_id);
    if (!section) return [];
    const { id, created_at: createdAt } = row;
    const applied = { invoice_custom_section_id: section.svc_id, invoice_custom_section: section };
    return [{ owner: row.owner_id, applied: { svc_id: id, ...applied, created_at: isoSeconds(createdAt) } }];
  });
  const ofOwners = groupBy(shown, ({ owner }) => owner);
  return new Map([...ofOwners].map(([owner, own]) => [owner, own.map(({ applied }) => applied)]));
}

/** The sections of an issuer in the shape of answers. */
export async function readInvoiceCustomSectionsOfIssuer(
  transaction: TenantTransaction,
  billingEntityId: string,
): Promise<InvoiceCustomSection[]> {
  return presentSections(transaction, await sectionsOfBillingEntity(transaction, billingEntityId));
}

export { hasSections as hasInvoiceCustomSections, sectionIdsByCode };

/** The texts of a section in its languages. */
interface TranslatedSection {
  displayName: TranslatedText;
  details: TranslatedText;
}

/** The texts of sections by code, deleted ones too: their invoices may not be issued yet. */
export async function readTranslatedSections(
  transaction: TenantTransaction,
  codes: string[],
): Promise<Map<string, TranslatedSection>> {
  const rows = await sectionsByCodes(transaction, codes);
  return new Map(
    rows.map((row) => [
      row.code,
      {
        displayName: { plain: row.display_name, texts: row.display_name_translations },
        details: { plain: row.details, texts: row.details_translations },
      },
    ]),
  );
}
