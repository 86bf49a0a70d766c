import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { tables } from '../identity.tables.js';

/** Wrong entries after which a code is void. */
const mostTries = 5;
const expiredAtOnce = 100;

const codeHashOf = ({ organizationId }: TenantTransaction, email: string, code: string): string =>
  hashToken(`${organizationId} ${email} ${code}`);

/** Stores the code of an address in place of an earlier one, and deletes some that have expired. */
export async function storePortalCode(
  transaction: TenantTransaction,
  email: string,
  code: { text: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { organizationId } = transaction;
  await sql`delete from identity.portal_codes where (organization_id, email_hash) in (
    select organization_id, email_hash from identity.portal_codes
    where organization_id = ${organizationId} and expires_at <= ${code.createdAt}
    limit ${expiredAtOnce} for update skip locked)`.execute(transaction);
  const row = {
    code_hash: codeHashOf(transaction, email, code.text),
    tries: 0,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
  };
  await tables(transaction)
    .insertInto('identity.portal_codes')
    .values({ organization_id: organizationId, email_hash: hashToken(email), ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'email_hash']).doUpdateSet(row))
    .execute();
}

/**
 * Counts an entry of a code. Entries at once are counted one after the other, so none exceeds the limit.
 * @returns whether it is the latest one of the address, and valid
 */
export async function tryPortalCode(
  transaction: TenantTransaction,
  email: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await tables(transaction)
    .updateTable('identity.portal_codes')
    .set({ tries: sql`tries + 1` })
    .where('organization_id', '=', transaction.organizationId)
    .where('email_hash', '=', hashToken(email))
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash === codeHashOf(transaction, email, code);
}

/** Deletes a code that opens the portal: it works once. @returns whether this call is the one */
export async function takePortalCode(transaction: TenantTransaction, email: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tables(transaction)
    .deleteFrom('identity.portal_codes')
    .where('organization_id', '=', transaction.organizationId)
    .where('email_hash', '=', hashToken(email))
    .where('code_hash', '=', codeHashOf(transaction, email, code))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
