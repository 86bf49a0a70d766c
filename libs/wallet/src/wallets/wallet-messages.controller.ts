import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { lockActiveWalletsOf } from '../repositories/wallets.repository.js';
import { WalletDatabase } from '../wallet.database.js';
import { rescheduleRules } from './reschedule-rules.js';
import { endWallet } from './wallet-end.js';

/** What becomes of customers, and their wallets with them. */
@Controller()
export class WalletMessagesController {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
  ) {}

  /** The wallets of a deleted customer end (wallets, section 2.5). */
  @OnMessage('customer.deleted', 'wallet')
  async onCustomerDeleted(@Payload() message: Message<'customer.deleted'>): Promise<void> {
    await this.database.handleOnce(message, async (transaction) => {
      const wallets = await lockActiveWalletsOf(transaction, [message.payload.customer_id]);
      for (const wallet of wallets) await endWallet(transaction, wallet, Date.parse(message.occurred_at));
    });
  }

  /** Rules keep to the days of their customers, wherever those are (wallets, section 2.6). */
  @OnMessage('customer.updated', 'wallet')
  async onCustomerUpdated(@Payload() message: Message<'customer.updated'>): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, (transaction) =>
      rescheduleRules(transaction, message.payload.customer_id, now),
    );
  }

  /** So they do when it is the issuer that moved. */
  @OnMessage('billing_entity.updated', 'wallet')
  async onIssuerUpdated(@Payload() message: Message<'billing_entity.updated'>): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, async (transaction) => {
      if (message.payload.timezone_changed) await rescheduleRules(transaction, null, now);
    });
  }
}
