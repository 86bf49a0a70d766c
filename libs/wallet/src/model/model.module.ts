import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { WalletDatabase } from '../wallet.database.js';

/** The tables of wallets. */
@Module({
  providers: [WalletDatabase, outboxRelayOf(WalletDatabase)],
  exports: [WalletDatabase],
})
export class WalletModelModule {}
