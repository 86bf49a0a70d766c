import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { GivenCurrencies } from '@tollgate/subscription/reader';
import { WalletDatabase } from './wallet.database.js';
import { CustomerWalletsController } from './wallets/customer-wallets.controller.js';
import { WalletChangesService } from './wallets/wallet-changes.service.js';
import { WalletMessagesController } from './wallets/wallet-messages.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Prepaid credits of customers. */
@Module({
  controllers: [CustomerWalletsController, WalletMessagesController, WalletsController],
  providers: [WalletDatabase, outboxRelayOf(WalletDatabase), GivenCurrencies, WalletChangesService, WalletsService],
})
export class WalletModule {}
