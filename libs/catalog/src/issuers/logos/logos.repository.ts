import type { Insertable, Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { LogosTable } from '../../model/tables/logos.tables.js';

/** A read logo with its address, not yet assigned to an issuer. */
export type NewLogo = Omit<Insertable<LogosTable>, 'billing_entity_id' | 'organization_id'> & { url: string };

const logos = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('catalog.logos').where('organization_id', '=', transaction.organizationId);

/**
 * Replaces the logo of an issuer; an identical logo retains its address.
 * @param logo null removes it, undefined leaves it
 * @returns the column with its address; empty if the logo stays
 */
export async function replaceLogo(
  transaction: TenantTransaction,
  billingEntityId: string,
  logo: NewLogo | null | undefined,
): Promise<{ logo_url?: string | null }> {
  if (logo === undefined) return {};
  if (logo && (await digestsOfLogos(transaction, [billingEntityId])).get(billingEntityId) === logo.digest) return {};
  await tables(transaction)
    .deleteFrom('catalog.logos')
    .where('organization_id', '=', transaction.organizationId)
    .where('billing_entity_id', '=', billingEntityId)
    .execute();
  if (!logo) return { logo_url: null };
  const { url, ...row } = logo;
  await tables(transaction)
    .insertInto('catalog.logos')
    .values({ ...row, billing_entity_id: billingEntityId, organization_id: transaction.organizationId })
    .execute();
  return { logo_url: url };
}

export async function findLogo(
  transaction: TenantTransaction,
  key: string,
): Promise<Pick<Selectable<LogosTable>, 'type' | 'content'> | undefined> {
  return logos(transaction).select(['type', 'content']).where('key', '=', key).executeTakeFirst();
}

/** Digests of the logos of issuers, by issuer. */
export async function digestsOfLogos(
  transaction: TenantTransaction,
  billingEntityIds: string[],
): Promise<Map<string, string>> {
  if (billingEntityIds.length === 0) return new Map();
  const rows = await logos(transaction)
    .select(['billing_entity_id', 'digest'])
    .where('billing_entity_id', 'in', billingEntityIds)
    .execute();
  return new Map(rows.map((row) => [row.billing_entity_id, row.digest]));
}

/** The rendered logos of issuers, by issuer. */
export async function renderedLogosOf(
  transaction: TenantTransaction,
  billingEntityIds: string[],
): Promise<Map<string, { digest: string; printed: Buffer }>> {
  if (billingEntityIds.length === 0) return new Map();
  const rows = await logos(transaction)
    .select(['billing_entity_id', 'digest', 'printed'])
    .where('billing_entity_id', 'in', billingEntityIds)
    .execute();
  return new Map(rows.map(({ billing_entity_id: id, ...logo }) => [id, logo]));
}
