import { digestsOfLogos, renderedLogosOf } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/document.tables.js';

/**
 * Stores the current logos of issuers, each image once.
 * @returns digests by issuer; issuers without a logo are absent
 */
export async function storeLogos(
  transaction: TenantTransaction,
  billingEntityIds: string[],
): Promise<Map<string, string>> {
  const digests = await digestsOfLogos(transaction, billingEntityIds);
  const knownDigests = await knownLogos(transaction, [...digests.values()]);
  const missing = [...digests].filter(([, digest]) => !knownDigests.has(digest)).map(([id]) => id);
  // Stores the current form of a logo that changed meanwhile, and skips a removed one.
  const currentLogos = await renderedLogosOf(transaction, missing);
  const storedDigests = new Map([...digests].filter(([, digest]) => knownDigests.has(digest)));
  for (const [id, { digest, printed }] of currentLogos) {
    await tables(transaction)
      .insertInto('document.logos')
      .values({ organization_id: transaction.organizationId, digest, image: printed })
      .onConflict((conflict) => conflict.columns(['organization_id', 'digest']).doNothing())
      .execute();
    storedDigests.set(id, digest);
  }
  return storedDigests;
}

async function knownLogos(transaction: TenantTransaction, digests: string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('document.logos')
    .select('digest')
    .where('organization_id', '=', transaction.organizationId)
    .where('digest', 'in', digests)
    .execute();
  return new Set(rows.map(({ digest }) => digest));
}
