import type { InvoiceCustomSection } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { defaultBillingEntityId } from '../repositories/billing-entities.repository.js';
import { sectionsOfBillingEntity, type SectionRow } from './invoice-custom-sections.repository.js';

/** Sections as all answers show them, in input order. */
export async function presentSections(
  transaction: TenantTransaction,
  rows: SectionRow[],
): Promise<InvoiceCustomSection[]> {
  if (rows.length === 0) return [];
  const defaultId = await defaultBillingEntityId(transaction);
  const selected = defaultId === null ? [] : await sectionsOfBillingEntity(transaction, defaultId);
  const ofDefault = new Set(selected.map(({ id }) => id));
  return rows.map((row) => ({
    svc_id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    details: row.details,
    display_name: row.display_name,
    details_translations: row.details_translations,
    display_name_translations: row.display_name_translations,
    applied_to_organization: ofDefault.has(row.id),
    organization_id: row.organization_id,
    created_at: isoSeconds(row.created_at),
  }));
}
