import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { lockActiveWalletsOf } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { rescheduleRules } from './reschedule-rules.js';
import { endWallet } from './wallet-end.js';

/** Handles changes of customers and issuers that affect wallets. */
@Controller()
export class WalletMessagesController {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
  ) {}

  /** Ends the wallets of a deleted customer (wallets, section 2.5). */
  @OnMessage('customer.deleted', 'wallet')
  async onCustomerDeleted(@Payload() message: Message<'customer.deleted'>): Promise<void> {
    await this.database.handleOnce(message, async (transaction) => {
      const wallets = await lockActiveWalletsOf(transaction, [message.payload.customer_id]);
      for (const wallet of wallets) await endWallet(transaction, wallet, Date.parse(message.occurred_at));
    });
  }

  /** Reschedules rules when their customer's time zone changes (wallets, section 2.6). */
  @OnMessage('customer.updated', 'wallet')
  async onCustomerUpdated(@Payload() message: Message<'customer.updated'>): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, (transaction) =>
      rescheduleRules(transaction, message.payload.customer_id, now),
    );
  }

  /** Reschedules rules when an issuer's time zone changes. */
  @OnMessage('billing_entity.updated', 'wallet')
  async onIssuerUpdated(@Payload() message: Message<'billing_entity.updated'>): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, async (transaction) => {
      if (message.payload.timezone_changed) await rescheduleRules(transaction, null, now);
    });
  }
}
