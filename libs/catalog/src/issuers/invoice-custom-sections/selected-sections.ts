import { sql } from 'kysely';
import { insertRows, newId, type Instant, type TenantTransaction } from '@tollgate/platform';

/** The columns of a table with the sections that owners in another service have selected. */
export interface SelectedSectionsTable {
  id: string;
  organization_id: string;
  /** A customer, a subscription, a wallet, a top-up rule or a transaction of a wallet. */
  owner_id: string;
  invoice_custom_section_id: string;
  created_at: Date;
}

/** The sections that owners in a service have selected (catalog, section 16). */
export class SelectedSections {
  /** @param table of that service, with these columns */
  constructor(private readonly table: `${string}.selected_invoice_custom_sections`) {}

  /** The selections of owners, in the order of selection. */
  async of(transaction: TenantTransaction, ownerIds: string[]): Promise<SelectedSectionsTable[]> {
    if (ownerIds.length === 0) return [];
    const { rows } = await sql<SelectedSectionsTable>`
      select * from ${sql.table(this.table)}
      where organization_id = ${transaction.organizationId} and owner_id = any(${ownerIds}::uuid[])
      order by created_at, id
    `.execute(transaction);
    return rows;
  }

  /** Replaces the selection of an owner. */
  async replace(transaction: TenantTransaction, ownerId: string, sectionIds: string[], now: Instant): Promise<void> {
    await sql`
      delete from ${sql.table(this.table)}
      where organization_id = ${transaction.organizationId} and owner_id = ${ownerId}
    `.execute(transaction);
    const rows = sectionIds.map((sectionId) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      owner_id: ownerId,
      invoice_custom_section_id: sectionId,
      created_at: new Date(now),
    }));
    await insertRows(transaction, this.table, rows);
  }
}
