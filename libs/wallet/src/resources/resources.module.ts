import { Module } from '@nestjs/common';
import { CustomerCurrencies } from '@tollgate/subscription/reader';
import { WalletModelModule } from '../model/model.module.js';
import { WalletCreditsModule } from '../credits/credits.module.js';
import { WalletAlertsController } from './alerts/wallet-alerts.controller.js';
import { WalletAlertsService } from './alerts/wallet-alerts.service.js';
import { WalletBalancesController } from './balances/wallet-balances.controller.js';
import { WalletBalancesService } from './balances/wallet-balances.service.js';
import { WalletExportsService } from './exports/wallet-exports.service.js';
import { PortalWalletsController } from './portal/portal-wallets.controller.js';
import { WalletTransactionsController } from './transactions/wallet-transactions.controller.js';
import { WalletTransactionsService } from './transactions/wallet-transactions.service.js';
import { CustomerWalletsController } from './wallets/customer-wallets.controller.js';
import { WalletChangesService } from './wallets/wallet-changes.service.js';
import { WalletMessagesController } from './wallets/wallet-messages.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Wallets, transactions, balances over time and alerts as resources. */
@Module({
  imports: [WalletModelModule, WalletCreditsModule],
  controllers: [
    CustomerWalletsController,
    PortalWalletsController,
    WalletAlertsController,
    WalletBalancesController,
    WalletMessagesController,
    WalletTransactionsController,
    WalletsController,
  ],
  providers: [
    WalletAlertsService,
    WalletBalancesService,
    WalletChangesService,
    WalletExportsService,
    WalletTransactionsService,
    WalletsService,
    CustomerCurrencies,
  ],
})
export class WalletResourcesModule {}
