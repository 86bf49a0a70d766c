import { Module } from '@nestjs/common';
import { WalletDueWork } from './due-work/wallet.due-work.js';
import { WalletModelModule } from './model/model.module.js';
import { WalletResourcesModule } from './resources/resources.module.js';

/** Prepaid credits of customers. */
@Module({
  imports: [WalletModelModule, WalletResourcesModule],
  providers: [WalletDueWork],
})
export class WalletModule {}
