import { tablesOf, type Transaction } from '@tollgate/platform';
import type { AlertsTable } from './alerts.tables.js';
import type { RecurringRulesTable } from './recurring-rules.tables.js';
import type { SelectedSectionsTable } from './selected-sections.tables.js';
import type { ConsumptionsTable, ReservationsTable, TransactionsTable } from './transactions.tables.js';
import type { WalletsTable } from './wallets.tables.js';

/** Tables of the wallet schema; each file of this folder describes its tables. */
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
