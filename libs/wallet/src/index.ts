export { WalletModule } from './wallet.module.js';
export { walletMigrations } from './wallet.migrations.js';
