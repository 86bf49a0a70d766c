import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { WalletDatabase } from './wallet.database.js';

/** Prepaid credits of customers. */
@Module({ providers: [WalletDatabase, outboxRelayOf(WalletDatabase)] })
export class WalletModule {}
