import { digestsOfLogos, printedLogos } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/document.tables.js';

/** Keeps the logos that issuers have now, each image once. @returns their digests by the ids of the issuers that have one */
export async function keepLogos(
  transaction: TenantTransaction,
  billingEntityIds: string[],
): Promise<Map<string, string>> {
  const digests = await digestsOfLogos(transaction, billingEntityIds);
  const known = await knownLogos(transaction, [...digests.values()]);
  const missing = [...digests].filter(([, digest]) => !known.has(digest)).map(([id]) => id);
  // One that was replaced meanwhile is kept as it is now; one that was taken away is not there any more.
  const read = await printedLogos(transaction, missing);
  const kept = new Map([...digests].filter(([, digest]) => known.has(digest)));
  for (const [id, { digest, printed }] of read) {
    await tables(transaction)
      .insertInto('document.logos')
      .values({ organization_id: transaction.organizationId, digest, image: printed })
      .onConflict((conflict) => conflict.columns(['organization_id', 'digest']).doNothing())
      .execute();
    kept.set(id, digest);
  }
  return kept;
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
