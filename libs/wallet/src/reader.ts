export {
  readPlainWalletResource,
  readTransactionWebhookResource,
  readWalletWebhookResource,
} from './presentation/wallet-webhooks.reader.js';
export {
  isPendingPurchase,
  readInvoiceOfUnpaidCredits,
  readWalletOfTransaction,
} from './repositories/sold-credits.reader.js';
export {
  customersOfWallets,
  customersWithWallets,
  hasWallets,
  walletCodesOf,
} from './repositories/wallet-owners.reader.js';
export { readMethodsOfSales } from './repositories/methods-of-sales.reader.js';
export { hasCredits, readPayingWallets, readSoldCreditsLeft } from './reservations/credits.reader.js';
