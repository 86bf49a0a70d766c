import type { Selectable } from 'kysely';
import { groupBy, insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { SelectedInvoiceCustomSectionsTable } from './invoice-custom-sections.tables.js';
import { tables } from '../subscription.tables.js';

export type SelectedSectionRow = Selectable<SelectedInvoiceCustomSectionsTable>;

/** The selected sections of customers and subscriptions, by their ids. */
export async function selectedSectionsOf(
  transaction: TenantTransaction,
  ownerIds: string[],
): Promise<Map<string, SelectedSectionRow[]>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.selected_invoice_custom_sections')
    .selectAll()
    .where('owner_id', 'in', ownerIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return groupBy(rows, (row) => row.owner_id);
}

/** Replaces the sections of a customer or a subscription. */
export async function replaceSelectedSections(
  transaction: TenantTransaction,
  ownerId: string,
  sectionIds: string[],
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.selected_invoice_custom_sections')
    .where('owner_id', '=', ownerId)
    .execute();
  await insertRows(
    transaction,
    'subscription.selected_invoice_custom_sections',
    sectionIds.map((sectionId) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      owner_id: ownerId,
      invoice_custom_section_id: sectionId,
      created_at: new Date(now),
    })),
  );
}
