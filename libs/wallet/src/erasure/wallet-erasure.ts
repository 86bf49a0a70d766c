import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Erasures,
  deleteAnswers,
  type ErasedStep,
  type RunningErasure,
  type TenantTransaction,
} from '@tollgate/platform';
import { WalletDatabase } from '../wallet.database.js';

/** Erases the names and metadata of wallets, their transactions, rules and alerts (customers, section 17). */
@Injectable()
export class WalletErasure implements OnApplicationBootstrap {
  constructor(
    private readonly database: WalletDatabase,
    private readonly erasures: Erasures,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.erasures.serve('wallet', this.database, {
      wallets: (transaction, erasure, reached) => erase(transaction, erasure, reached),
    });
  }
}

const rowsAtOnce = 2_000;

/** Wallets, rules and alerts are few; transactions go in batches. */
async function erase(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
  reached: string | null,
): Promise<ErasedStep> {
  const own = sql`select id from wallet.wallets
    where organization_id = ${transaction.organizationId} and customer_id = ${customerId}`;
  if (reached === null) {
    const { rows: wallets } = await sql<{ id: string }>`${own}`.execute(transaction);
    // Answers about transactions name the wallet alone.
    const named = [customerId, ...wallets.map(({ id }) => id)];
    const answers = await deleteAnswers(transaction, 'wallet', named);
    const { rows } = await sql<{ count: number }>`
      with wallets as (
        update wallet.wallets set name = null, metadata = null, code = 'erased_' || id
        where id in (${own}) returning 1
      ), rules as (
        update wallet.recurring_rules set transaction_name = null, transaction_metadata = '[]'
        where wallet_id in (${own}) returning 1
      ), alerts as (
        update wallet.alerts set name = null where wallet_id in (${own}) and name is not null returning 1
      )
      select ((select count(*) from wallets) + (select count(*) from rules) + (select count(*) from alerts))::int as count
    `.execute(transaction);
    return { rows: answers + (rows[0]?.count ?? 0), next: 'transactions' };
  }
  const { numAffectedRows } = await sql`
    update wallet.transactions set name = null, metadata = '[]'
    where id in (
      select id from wallet.transactions
      where wallet_id in (${own}) and (name is not null or metadata <> '[]'::jsonb) limit ${rowsAtOnce})
  `.execute(transaction);
  const changed = Number(numAffectedRows ?? 0n);
  return { rows: changed, ...(changed < rowsAtOnce ? {} : { next: reached }) };
}
