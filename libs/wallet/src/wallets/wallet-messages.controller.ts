import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { lockActiveWalletsOf } from '../rows/wallets.repository.js';
import { WalletDatabase } from '../wallet.database.js';
import { endWallet } from './wallet-end.js';

/** What becomes of customers, and their wallets with them. */
@Controller()
export class WalletMessagesController {
  constructor(private readonly database: WalletDatabase) {}

  /** The wallets of a deleted customer end (wallets, section 2.5). */
  @OnMessage('customer.deleted', 'wallet')
  async onCustomerDeleted(@Payload() message: Message<'customer.deleted'>): Promise<void> {
    await this.database.handleOnce(message, async (transaction) => {
      const wallets = await lockActiveWalletsOf(transaction, [message.payload.customer_id]);
      for (const wallet of wallets) await endWallet(transaction, wallet, Date.parse(message.occurred_at));
    });
  }
}
