export {
  readPlainWalletResource,
  readTransactionWebhookResource,
  readWalletWebhookResource,
} from './presentation/wallet-webhooks.reader.js';
export { isPendingPurchase, readInvoiceOfUnpaidCredits, readWalletOfTransaction } from './rows/sold-credits.reader.js';
export { customersOfWallets, customersWithWallets, hasWallets, walletCodesOf } from './rows/wallet-owners.reader.js';
export { readMethodsOfSales } from './rows/methods-of-sales.reader.js';
export { hasCredits, readPayingWallets, readSoldCreditsLeft } from './reservations/credits.reader.js';
