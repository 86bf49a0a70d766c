import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { CustomerCurrencies } from '@tollgate/subscription/reader';
import { WalletAlertsController } from './alerts/wallet-alerts.controller.js';
import { WalletAlertsService } from './alerts/wallet-alerts.service.js';
import { OngoingBalances } from './ongoing/ongoing-balances.service.js';
import { OngoingMessagesController } from './ongoing/ongoing-messages.controller.js';
import { WalletDueWork } from './due-work/wallet.due-work.js';
import { CreditPaymentMessagesController } from './payments/credit-payment-messages.controller.js';
import { InvoiceCreditMessagesController } from './reservations/invoice-credit-messages.controller.js';
import { Reservations } from './reservations/reservations.service.js';
import { TopUpMessagesController } from './top-ups/top-up-messages.controller.js';
import { TopUps } from './top-ups/top-ups.service.js';
import { WalletTransactionsController } from './transactions/wallet-transactions.controller.js';
import { WalletTransactionsService } from './transactions/wallet-transactions.service.js';
import { WalletDatabase } from './wallet.database.js';
import { CustomerWalletsController } from './wallets/customer-wallets.controller.js';
import { WalletChangesService } from './wallets/wallet-changes.service.js';
import { WalletMessagesController } from './wallets/wallet-messages.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Prepaid credits of customers. */
@Module({
  controllers: [
    CreditPaymentMessagesController,
    CustomerWalletsController,
    OngoingMessagesController,
    InvoiceCreditMessagesController,
    TopUpMessagesController,
    WalletAlertsController,
    WalletMessagesController,
    WalletTransactionsController,
    WalletsController,
  ],
  providers: [
    WalletDatabase,
    outboxRelayOf(WalletDatabase),
    CustomerCurrencies,
    OngoingBalances,
    WalletAlertsService,
    Reservations,
    TopUps,
    WalletChangesService,
    WalletDueWork,
    WalletTransactionsService,
    WalletsService,
  ],
})
export class WalletModule {}
