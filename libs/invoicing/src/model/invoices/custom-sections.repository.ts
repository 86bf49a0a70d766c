import type { Selectable } from 'kysely';
import type { InvoiceCustomSectionView } from '@tollgate/catalog/reader';
import type { InvoiceAppliedCustomSection } from '@tollgate/contracts';
import { insertRows, isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { InvoiceCustomSectionsTable } from './invoices.tables.js';
import { tables } from '../invoicing.tables.js';

export type AppliedSectionRow = Selectable<InvoiceCustomSectionsTable>;

/** Copies sections onto an invoice; later changes do not affect it. */
export async function insertAppliedSections(
  transaction: TenantTransaction,
  invoiceId: string,
  sections: InvoiceCustomSectionView[],
  now: Instant,
): Promise<void> {
  await insertRows(
    transaction,
    'invoicing.invoice_custom_sections',
    sections.map(({ code, name, displayName, details }, position) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      invoice_id: invoiceId,
      code,
      name,
      display_name: displayName,
      details,
      position,
      created_at: new Date(now),
    })),
  );
}

/** The sections on invoices, in their order. */
export async function appliedSectionsOf(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<AppliedSectionRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.invoice_custom_sections')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute();
}

/** A section as invoices show it (specification, invoice custom section). */
export const presentAppliedSection = (row: AppliedSectionRow): InvoiceAppliedCustomSection => ({
  svc_id: row.id,
  svc_invoice_id: row.invoice_id,
  code: row.code,
  details: row.details,
  display_name: row.display_name,
  created_at: isoSeconds(row.created_at),
});
