import { type InvoiceCustomSectionFilters, type SortsOf } from '@tollgate/contracts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import {
  instantKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { InvoiceCustomSectionsTable } from '../../model/tables/invoice-custom-sections.tables.js';
import { noteUses } from '../repositories/note-uses.js';

export type SectionRow = Selectable<InvoiceCustomSectionsTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.invoice_custom_sections as section')
    .where('section.organization_id', '=', transaction.organizationId)
    .where('section.deleted_at', 'is', null);

export async function insertSection(
  transaction: TenantTransaction,
  row: Insertable<InvoiceCustomSectionsTable>,
): Promise<SectionRow> {
  return tables(transaction)
    .insertInto('catalog.invoice_custom_sections')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks a section by its code until the transaction ends. */
export async function lockSection(transaction: TenantTransaction, code: string): Promise<SectionRow | undefined> {
  return live(transaction).selectAll('section').where('section.code', '=', code).forUpdate().executeTakeFirst();
}

export async function findSection(transaction: TenantTransaction, code: string): Promise<SectionRow | undefined> {
  return live(transaction).selectAll('section').where('section.code', '=', code).executeTakeFirst();
}

/** Sections by their codes, deleted ones too; of those with one code a live one is the last. */
export async function sectionsByCodes(transaction: TenantTransaction, codes: string[]): Promise<SectionRow[]> {
  if (codes.length === 0) return [];
  return tables(transaction)
    .selectFrom('catalog.invoice_custom_sections')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('code', 'in', codes)
    .orderBy(sql`deleted_at nulls last`)
    .execute();
}

export async function updateSection(
  transaction: TenantTransaction,
  section: SectionRow,
  changes: Updateable<InvoiceCustomSectionsTable>,
): Promise<SectionRow> {
  if (Object.keys(changes).length === 0) return section;
  return tables(transaction)
    .updateTable('catalog.invoice_custom_sections')
    .set(changes)
    .where('id', '=', section.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const list = listForm<SortsOf<InvoiceCustomSectionFilters>>({
  updated: 'created_at',
  keys: {
    created_at: instantKey('section.created_at'),
    name: nameKey('section.name'),
    code: nameKey('section.code'),
  },
  order: newestFirst,
  id: 'section.id',
  createdAt: 'section.created_at',
  searched: ['section.name', 'section.code', 'section.description'],
});

/** The sections that match the filters of a list, unordered. */
export const sectionsFound = (transaction: TenantTransaction, filters: InvoiceCustomSectionFilters) =>
  tables(transaction)
    .selectFrom('catalog.invoice_custom_sections')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', narrowed(live(transaction).select('section.id'), list, filters));

/** One page of sections, newest first. */
export async function listSections(transaction: TenantTransaction, filters: InvoiceCustomSectionFilters) {
  return readList(transaction, narrowed(live(transaction).selectAll('section'), list, filters), list, filters);
}

/** The live sections among these ids, by name. */
export async function sectionsByIds(transaction: TenantTransaction, ids: string[]): Promise<SectionRow[]> {
  if (ids.length === 0) return [];
  return live(transaction)
    .selectAll('section')
    .where('section.id', 'in', ids)
    .orderBy('section.name')
    .orderBy('section.created_at')
    .orderBy('section.id')
    .execute();
}

/** The ids of sections by their codes; ignores unknown codes (catalog, section 16). */
export async function sectionIdsByCode(transaction: TenantTransaction, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await live(transaction).select('section.id').where('section.code', 'in', codes).execute();
  return rows.map(({ id }) => id);
}

/** The sections that an issuer has selected, by name. */
export async function sectionsOfBillingEntity(
  transaction: TenantTransaction,
  billingEntityId: string,
): Promise<SectionRow[]> {
  return live(transaction)
    .innerJoin(
      'catalog.billing_entity_invoice_custom_sections as selected',
      'selected.invoice_custom_section_id',
      'section.id',
    )
    .selectAll('section')
    .where('selected.billing_entity_id', '=', billingEntityId)
    .orderBy('section.name')
    .orderBy('section.created_at')
    .orderBy('section.id')
    .execute();
}

/** Replaces the sections of an issuer. */
export async function replaceSectionsOfBillingEntity(
  transaction: TenantTransaction,
  billingEntityId: string,
  codes: string[],
): Promise<void> {
  const ids = await sectionIdsByCode(transaction, codes);
  const deselected = await tables(transaction)
    .deleteFrom('catalog.billing_entity_invoice_custom_sections')
    .where('billing_entity_id', '=', billingEntityId)
    .returning('invoice_custom_section_id')
    .execute();
  const before = deselected.map(({ invoice_custom_section_id: id }) => id);
  await noteUses(transaction, 'catalog.invoice_custom_sections', { before, after: ids });
  if (ids.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.billing_entity_invoice_custom_sections')
    .values(
      ids.map((id) => ({
        organization_id: transaction.organizationId,
        billing_entity_id: billingEntityId,
        invoice_custom_section_id: id,
      })),
    )
    .execute();
}

/** Removes a section from all issuers. */
export async function deselectSection(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('catalog.billing_entity_invoice_custom_sections')
    .where('invoice_custom_section_id', '=', id)
    .execute();
}

/** Whether an organization has any section. */
export async function hasSections(transaction: TenantTransaction): Promise<boolean> {
  return (await live(transaction).select('section.id').limit(1).executeTakeFirst()) !== undefined;
}
