import type { Selectable } from 'kysely';
import { insertRows, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { SelectedSectionsTable } from './selected-sections.tables.js';
import { tables } from '../wallet.tables.js';

export type SelectedSectionRow = Selectable<SelectedSectionsTable>;

/** Reads the selected texts of wallets, rules or transactions, in the order of selection. */
export async function selectedSectionsOf(
  transaction: TenantTransaction,
  ownerIds: string[],
): Promise<SelectedSectionRow[]> {
  if (ownerIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('wallet.selected_invoice_custom_sections')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('owner_id', 'in', ownerIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Replaces the selected texts of a wallet, a rule or a transaction. */
export async function replaceSelectedSections(
  transaction: TenantTransaction,
  ownerId: string,
  sectionIds: string[],
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('wallet.selected_invoice_custom_sections')
    .where('organization_id', '=', transaction.organizationId)
    .where('owner_id', '=', ownerId)
    .execute();
  await insertRows(
    transaction,
    'wallet.selected_invoice_custom_sections',
    sectionIds.map((sectionId) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      owner_id: ownerId,
      invoice_custom_section_id: sectionId,
      created_at: new Date(now),
    })),
  );
}
