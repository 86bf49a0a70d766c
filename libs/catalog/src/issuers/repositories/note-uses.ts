import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/**
 * Notes that issuers use other taxes or sections than before: their answers say so, but nothing else of their rows changes.
 * The trigger of the table writes the time.
 * @param before the ids that an issuer used; @param after those that it uses now
 */
export async function noteUses(
  transaction: TenantTransaction,
  table: 'catalog.taxes' | 'catalog.invoice_custom_sections',
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  if (changed.length === 0) return;
  // In one order, so that calls for two issuers do not wait for each other.
  await sql`
    update ${sql.table(table)} set changed_at = changed_at
    where id in (select id from ${sql.table(table)} where id = any(${changed}::uuid[]) order by id for no key update)
  `.execute(transaction);
}
