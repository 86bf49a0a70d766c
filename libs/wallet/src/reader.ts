export {
  readPlainWalletResource,
  readTransactionWebhookResource,
  readWalletWebhookResource,
} from './model/presentation/wallet-webhooks.reader.js';
export {
  isAutomaticPurchase,
  isPendingPurchase,
  readInvoiceOfUnpaidCredits,
  readWalletNames,
  readWalletOfTransaction,
} from './model/transactions/sold-credits.reader.js';
export {
  customersOfWallets,
  customersWithWallets,
  hasWallets,
  walletCodesOf,
} from './model/wallets/wallet-owners.reader.js';
export { readWalletUses, type WalletUse } from './model/transactions/wallet-uses.reader.js';
export { readMethodsOfSales, readSalesByHand } from './model/transactions/methods-of-sales.reader.js';
export { hasCredits, readPayingWallets, readSoldCreditsLeft } from './credits/reservations/credits.reader.js';
export * from './figures.reader.js';
export { AutomaticCharges, type ChargedMethod } from './automatic-charges.js';
export { readWalletsOfCustomer } from './model/presentation/wallets-of-customer.presenter.js';
export { newestTransactionIds, walletIdsOfCustomer } from './model/wallets/wallets-of-customer.reader.js';
