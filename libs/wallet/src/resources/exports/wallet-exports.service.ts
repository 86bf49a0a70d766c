import { Injectable, type OnModuleInit } from '@nestjs/common';
import { walletsKind, walletTransactionsKind, type WalletTransactionExportFilters } from '@tollgate/contracts';
import { Clock, CommandBus, serveExports, tableReader, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { customerIdsOf, readExternalCustomerIds } from '@tollgate/subscription/reader';
import { presentTransactions } from '../../model/presentation/transaction.presenter.js';
import { presentWallets } from '../../model/presentation/wallet.presenter.js';
import { exportedTransactions, type TransactionRow } from '../../model/transactions/transactions.repository.js';
import { walletsByIds, walletsFound } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { selectionOf } from '../wallets/wallets.service.js';

/** Exports wallets and their transactions, page by page (docs/concepts/data.md). */
@Injectable()
export class WalletExportsService implements OnModuleInit {
  constructor(
    private readonly database: WalletDatabase,
    readonly commands: CommandBus,
    readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    serveExports(this, 'wallet', [
      tableReader(this.database, walletsKind, {
        table: 'wallet.wallets',
        find: async (transaction, filters) =>
          walletsFound(transaction, await selectionOf(transaction, filters, filters.external_customer_id), filters),
        present: presentWallets,
      }),
      tableReader(this.database, walletTransactionsKind, {
        table: 'wallet.transactions',
        find: transactionsFound,
        present: transactionRecords,
      }),
    ]);
  }
}

async function transactionsFound(
  transaction: TenantTransaction,
  { external_customer_id: customer, ...filters }: WalletTransactionExportFilters,
) {
  const customerIds = customer === undefined ? null : await customerIdsOf(transaction, customer);
  return exportedTransactions(transaction, filters, customerIds);
}

/** Transactions with the names of their wallets. */
async function transactionRecords(transaction: TenantTransaction, rows: TransactionRow[]): Promise<object[]> {
  const wallets = await walletsByIds(transaction, [...new Set(rows.map((row) => row.wallet_id))]);
  const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  const customers = await readExternalCustomerIds(
    transaction,
    wallets.map((wallet) => wallet.customer_id),
  );
  const shown = await presentTransactions(transaction, rows);
  return rows.map((row, place) => {
    const wallet = walletOf.get(row.wallet_id);
    if (!wallet) throw new Error(`no wallet ${row.wallet_id}`);
    // The answer's amount has at least one decimal; the file has those of the currency.
    const { amount: _, ...fields } = shown[place] as (typeof shown)[number];
    return {
      ...fields,
      external_customer_id: customers.get(wallet.customer_id),
      wallet_code: wallet.code,
      wallet_name: wallet.name,
      currency: wallet.currency,
      amount_cents: centsNumber(row.amount_cents),
    };
  });
}
