import { sql } from 'kysely';
import type { Tax, TranslatedText } from '@tollgate/contracts';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import { readThroughCache } from '../../model/versions/catalog-cache.js';
import type { TaxView } from '../../views.js';
import { presentTax } from './tax.presenter.js';
import { taxApplications, type TaxRow } from './taxes.repository.js';

const taxes = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.taxes')
    .where('catalog.taxes.organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

/** Taxes by their codes, in input order. @throws NotFound `tax_not_found` if one is unknown */
export async function readTaxesByCode(transaction: TenantTransaction, codes: string[]): Promise<TaxView[]> {
  if (codes.length === 0) return [];
  const rows = await taxes(transaction).selectAll().where('code', 'in', codes).execute();
  const taxByCode = new Map(rows.map((row) => [row.code, row]));
  return [...new Set(codes)].map((code) => {
    const row = taxByCode.get(code);
    if (!row) throw new NotFound('tax');
    return toTaxView(row);
  });
}

/** The codes of taxes, case-insensitively: an exact match wins. @throws NotFound `tax_not_found` */
export async function taxCodesInAnyCase(transaction: TenantTransaction, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const named = codes.map((code) => code.toLowerCase());
  const rows = await taxes(transaction)
    .select('code')
    .where(sql<string>`lower(code)`, 'in', named)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return codes.map((code) => {
    const tax = rows.find((row) => row.code === code) ?? rows.find((row) => equalInAnyCase(row.code, code));
    if (!tax) throw new NotFound('tax');
    return tax.code;
  });
}

const equalInAnyCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The existing taxes among these codes, by code. */
export async function readKnownTaxes(transaction: TenantTransaction, codes: string[]): Promise<Map<string, TaxView>> {
  if (codes.length === 0) return new Map();
  const rows = await taxes(transaction)
    .selectAll()
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code, toTaxView(row)]));
}

/** Live taxes by their ids. */
export async function readTaxes(transaction: TenantTransaction, ids: string[]): Promise<TaxView[]> {
  if (ids.length === 0) return [];
  return (
    await taxes(transaction).selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()
  ).map(toTaxView);
}

/**
 * Taxes of an issuer.
 * @param version version of the catalog, if the transaction has read it already
 */
export async function readTaxesOfBillingEntity(
  transaction: TenantTransaction,
  billingEntityId: string,
  version?: string,
): Promise<TaxView[]> {
  const read = async () => taxesOfIssuer(transaction, billingEntityId);
  if (version === undefined) return read();
  return readThroughCache(
    transaction,
    { version, name: `taxes of ${billingEntityId}` },
    read,
    ({ length }) => 1 + length,
  );
}

async function taxesOfIssuer(transaction: TenantTransaction, billingEntityId: string): Promise<TaxView[]> {
  const rows = await taxes(transaction)
    .innerJoin('catalog.billing_entity_taxes as applied', 'applied.tax_id', 'catalog.taxes.id')
    .selectAll('catalog.taxes')
    .where('applied.billing_entity_id', '=', billingEntityId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toTaxView);
}

/** Taxes as they are embedded in other resources. */
export async function readTaxResources(transaction: TenantTransaction, ids: string[]): Promise<Tax[]> {
  if (ids.length === 0) return [];
  const rows = await taxes(transaction)
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const applications = await taxApplications(transaction, ids);
  return rows.map((row) => presentTax(row, applications));
}

export const toTaxView = ({ id, code, name, rate, description }: TaxRow): TaxView => ({
  id,
  code,
  name,
  rate,
  description,
});

/** The names of taxes by code, deleted ones too: their invoices may not be issued yet. */
export async function readTranslatedTaxes(
  transaction: TenantTransaction,
  codes: string[],
): Promise<Map<string, TranslatedText>> {
  if (codes.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.taxes')
    .select(['code', 'name', 'name_translations'])
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    // The latest row of a code is the last one: a live tax, if there is one.
    .orderBy(sql`deleted_at nulls last`)
    .execute();
  return new Map(rows.map(({ code, name, name_translations: texts }) => [code, { plain: name, texts }]));
}
