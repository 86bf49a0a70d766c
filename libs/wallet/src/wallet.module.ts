import { Module } from '@nestjs/common';
import { erasureMessagesOf } from '@tollgate/platform';
import { WalletDueWork } from './due-work/wallet.due-work.js';
import { WalletErasure } from './erasure/wallet-erasure.js';
import { WalletModelModule } from './model/model.module.js';
import { WalletResourcesModule } from './resources/resources.module.js';
import { WalletDatabase } from './wallet.database.js';

/** Prepaid credits of customers. */
@Module({
  imports: [WalletModelModule, WalletResourcesModule],
  controllers: [erasureMessagesOf(WalletDatabase, 'wallet')],
  providers: [WalletDueWork, WalletErasure],
})
export class WalletModule {}
