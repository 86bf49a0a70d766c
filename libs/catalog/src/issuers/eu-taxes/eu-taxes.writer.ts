import { sql } from 'kysely';
import { insertRows, newId } from '@tollgate/platform';
import type { Scope } from '../../scope.js';
import { tables } from '../../model/tables/catalog.tables.js';
import { euTaxes } from './eu-tax.rules.js';

/**
 * Creates the taxes of the Union for an organization, at the rates of the day. Existing taxes with the same codes get
 * their names and rates (catalog, section 13).
 * @returns the ids of the changed taxes
 */
export async function writeEuTaxes({ transaction, now }: Scope): Promise<string[]> {
  const taxes = euTaxes(now.toISOString().slice(0, 10));
  // Two concurrent switches of issuers run serially: the second finds the taxes of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`eu taxes ${transaction.organizationId}`}, 0))`.execute(
    transaction,
  );
  const storedTaxes = await tables(transaction)
    .selectFrom('catalog.taxes')
    .select(['id', 'code', 'name', 'rate'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null)
    .where(
      'code',
      'in',
      taxes.map(({ code }) => code),
    )
    .forUpdate()
    .execute();
  const byCode = new Map(storedTaxes.map((tax) => [tax.code, tax]));
  const added = taxes.filter(({ code }) => !byCode.has(code));
  await insertRows(
    transaction,
    'catalog.taxes',
    added.map((tax) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      ...tax,
      description: null,
      created_at: now,
      deleted_at: null,
    })),
  );
  const changed: string[] = [];
  for (const { code, name, rate } of taxes) {
    const tax = byCode.get(code);
    if (!tax || (tax.name === name && Number(tax.rate) === Number(rate))) continue;
    await tables(transaction).updateTable('catalog.taxes').set({ name, rate }).where('id', '=', tax.id).execute();
    changed.push(tax.id);
  }
  return changed;
}
