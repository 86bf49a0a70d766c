import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../wallet.tables.js';

/** The credits of a wallet that paid for an invoice. */
export interface WalletUse {
  walletId: string;
  /** Null for a wallet without a name. */
  name: string | null;
  amountCents: bigint;
  /** The parts that granted and purchased credits funded; together less than the amount if that is not recorded. */
  grantedCents: bigint;
  purchasedCents: bigint;
}

/** Reads which wallets paid for an invoice, in the order of their use (wallets, section 5.1). */
export async function readWalletUses(transaction: TenantTransaction, invoiceId: string): Promise<WalletUse[]> {
  const rows = await tables(transaction)
    .selectFrom('wallet.transactions as used')
    .innerJoin('wallet.wallets as wallet', 'wallet.id', 'used.wallet_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('wallet.consumptions as part')
          .innerJoin('wallet.transactions as inbound', 'inbound.id', 'part.inbound_transaction_id')
          .whereRef('part.outbound_transaction_id', '=', 'used.id')
          .select([
            sql`sum(part.amount_cents) filter (where inbound.transaction_status = 'granted')`.as('granted'),
            sql`sum(part.amount_cents) filter (where inbound.transaction_status <> 'granted')`.as('purchased'),
          ])
          .as('funded'),
      (join) => join.onTrue(),
    )
    .select([
      'wallet.id',
      'wallet.name',
      sql<string>`sum(used.amount_cents)`.as('amount'),
      sql<string>`coalesce(sum(funded.granted), 0)`.as('granted'),
      sql<string>`coalesce(sum(funded.purchased), 0)`.as('purchased'),
    ])
    .where('used.organization_id', '=', transaction.organizationId)
    .where('used.invoice_id', '=', invoiceId)
    .where('used.transaction_type', '=', 'outbound')
    .where('used.transaction_status', '=', 'invoiced')
    .where('used.reserved', '=', false)
    .groupBy(['wallet.id', 'wallet.name'])
    .orderBy(sql`min(used.created_at), min(used.id::text)`)
    .execute();
  return rows.map(({ id, name, amount, granted, purchased }) => ({
    walletId: id,
    name,
    amountCents: BigInt(amount),
    grantedCents: BigInt(granted),
    purchasedCents: BigInt(purchased),
  }));
}
