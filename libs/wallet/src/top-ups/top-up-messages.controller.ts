import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Logger, OnMessage, ValidationFailed } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { lockWallet } from '../rows/wallets.repository.js';
import { readPriority } from '../terms/plain-inputs.js';
import { WalletDatabase } from '../wallet.database.js';
import { isCarried, judgeTopUp, topUp } from './top-up.js';

/** Top-ups that calls and rules want behind what they do themselves. */
@Controller()
export class TopUpMessagesController {
  constructor(
    private readonly database: WalletDatabase,
    private readonly logger: Logger,
  ) {}

  /** One that cannot be made is not made; nobody is there to be told (wallets, section 2.2). */
  @OnMessage('wallet.top_up_wanted', 'wallet')
  async onWanted(@Payload() message: Message<'wallet.top_up_wanted'>): Promise<void> {
    const { payload } = message;
    const wanted = {
      paidCredits: new Decimal(payload.paid_credits),
      grantedCredits: new Decimal(payload.granted_credits),
      ignoreLimits: payload.ignore_paid_top_up_limits,
      terms: {
        source: payload.source,
        priority: readPriority(payload.priority) ?? 0,
        name: payload.name,
        metadata: payload.metadata,
        purchaseOrderNumber: payload.purchase_order_number,
        requiresPayment: payload.invoice_requires_successful_payment,
        paymentMethodType: payload.payment_method_type,
        ruleId: payload.recurring_rule_id,
      },
    };
    await this.database.handleOnce(message, async (transaction) => {
      const wallet = await lockWallet(transaction, payload.wallet_id);
      if (wallet?.status !== 'active' || !isCarried(payload.name, payload.priority)) return;
      try {
        judgeTopUp(wallet, wanted);
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        this.logger.warn('a wallet is not topped up', { wallet_id: wallet.id, error });
        return;
      }
      await topUp(transaction, wallet, wanted, Date.parse(message.occurred_at));
    });
  }
}
