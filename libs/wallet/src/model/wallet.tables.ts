import type { SelectedSectionsTable } from '@tollgate/catalog/reader';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { AlertsTable } from './alerts/alerts.tables.js';
import type { RecurringRulesTable } from './rules/recurring-rules.tables.js';
import type { ConsumptionsTable, ReservationsTable, TransactionsTable } from './transactions/transactions.tables.js';
import type { WalletsTable } from './wallets/wallets.tables.js';

/** Tables of the wallet schema; each folder of this wing describes those of its objects. */
export interface WalletTables {
  'wallet.wallets': WalletsTable;
  'wallet.recurring_rules': RecurringRulesTable;
  'wallet.transactions': TransactionsTable;
  'wallet.consumptions': ConsumptionsTable;
  'wallet.alerts': AlertsTable;
  'wallet.reservations': ReservationsTable;
  'wallet.selected_invoice_custom_sections': SelectedSectionsTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<WalletTables>(transaction);
