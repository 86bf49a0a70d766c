import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WalletTransactionExportFilters, type CommandAnswer, type CommandRequest } from '@tollgate/contracts';
import {
  CommandBus,
  exportFiltersOf,
  exportProgressOf,
  exportWalkOf,
  rowOf,
  walk,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber, currencyExponent } from '@tollgate/rating';
import { customerIdsOf, readExternalCustomerIds } from '@tollgate/subscription/reader';
import { presentTransactions } from '../../model/presentation/transaction.presenter.js';
import { exportedTransactions, type TransactionRow } from '../../model/transactions/transactions.repository.js';
import { walletsByIds } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';

type Request = CommandRequest<'export.page'>;
type Page = CommandAnswer<'export.page'>;

/** Columns named as in the answers; amounts in cents and in main units. */
const columns = [
  'svc_id',
  'external_customer_id',
  'svc_wallet_id',
  'wallet_code',
  'wallet_name',
  'transaction_type',
  'transaction_status',
  'status',
  'source',
  'currency',
  'amount_cents',
  'amount',
  'credit_amount',
  'remaining_amount_cents',
  'remaining_amount',
  'remaining_credit_amount',
  'priority',
  'name',
  'metadata',
  'purchase_order_number',
  'svc_invoice_id',
  'svc_credit_note_id',
  'svc_voided_invoice_id',
  'billing_entity_code',
  'settled_at',
  'failed_at',
  'created_at',
];

/** Exports transactions of wallets, page by page (docs/concepts/data.md). */
@Injectable()
export class WalletExportsService implements OnModuleInit {
  constructor(
    private readonly database: WalletDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('wallet', 'export.page', (request) =>
      this.database.tenant(request.organization_id, (transaction) => transactionPage(transaction, request)),
    );
  }
}

async function transactionPage(transaction: TenantTransaction, request: Request): Promise<Page> {
  const { external_customer_id: customer, ...filters } = exportFiltersOf(WalletTransactionExportFilters, request);
  const customerIds = customer === undefined ? null : await customerIdsOf(transaction, customer);
  const query = exportedTransactions(transaction, filters, customerIds);
  const { rows, total } = await walk(query, 'wallet.transactions', exportWalkOf(request));
  return {
    columns,
    rows: await rowsOf(transaction, rows),
    ...exportProgressOf(rows, request, total),
  };
}

async function rowsOf(transaction: TenantTransaction, rows: TransactionRow[]): Promise<Page['rows']> {
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
    const record = {
      ...fields,
      external_customer_id: customers.get(wallet.customer_id),
      wallet_code: wallet.code,
      wallet_name: wallet.name,
      currency: wallet.currency,
      amount_cents: centsNumber(row.amount_cents),
    };
    return rowOf(record, columns, currencyExponent(wallet.currency));
  });
}
