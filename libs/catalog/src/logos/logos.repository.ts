import type { Insertable, Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { LogosTable } from '../tables/logos.tables.js';

/** A logo that was read and may become an issuer's, with its address. */
export type NewLogo = Omit<Insertable<LogosTable>, 'billing_entity_id' | 'organization_id'> & { url: string };

const logos = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('catalog.logos').where('organization_id', '=', transaction.organizationId);

/**
 * Gives an issuer a logo in place of the one that it has; the same one again keeps its address.
 * @param logo null takes it away, absent leaves it as it is
 * @returns its address as the column of the issuer is to be; nothing where it stays
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

/** Digests of the logos that issuers have, by the ids of these. */
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

/** The logos of issuers as they are drawn, by the ids of these. */
export async function printedLogos(
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
