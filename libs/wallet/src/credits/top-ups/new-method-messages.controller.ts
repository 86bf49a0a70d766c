import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { AutomaticCharges } from '../../automatic-charges.js';
import { lockActiveWalletsOf } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { hasFailed } from './declined-top-ups.js';
import { topUpBelowThreshold } from './rule-top-up.js';

/** Tries failed top-ups again as soon as the customer has another default method (wallets, section 2.6). */
@Controller()
export class NewMethodMessagesController {
  constructor(
    private readonly database: WalletDatabase,
    private readonly charges: AutomaticCharges,
  ) {}

  @OnMessage('payment_method.became_default', 'wallet')
  async onNewDefault(@Payload() message: Message<'payment_method.became_default'>): Promise<void> {
    const { customer_id: customerId, after_invoice_id: after } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      // Further pages of the same change concern invoices alone.
      if (after !== null) return;
      for (const wallet of await lockActiveWalletsOf(transaction, [customerId]))
        if (await hasFailed(transaction, wallet.id)) await topUpBelowThreshold(this.charges, transaction, wallet, now);
    });
  }
}
