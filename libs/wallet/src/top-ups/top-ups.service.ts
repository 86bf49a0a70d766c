import { Injectable } from '@nestjs/common';
import type { Message, TopUpRequest } from '@tollgate/contracts';
import { Logger, newId, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { lockWallet } from '../rows/wallets.repository.js';
import { readPriority } from '../terms/plain-inputs.js';
import { WalletDatabase } from '../wallet.database.js';
import { isCarried, judgeTopUp, topUp, type TopUp } from './top-up.js';

type TopUpMessage = Message<'wallet.top_up_wanted'>;

/** Top-ups that calls want behind what they do themselves: each is made once, by the call or by its message. */
@Injectable()
export class TopUps {
  constructor(
    private readonly database: WalletDatabase,
    private readonly logger: Logger,
  ) {}

  /** Writes that a wallet is to be topped up, in the transaction that wants it. @returns what `makeAtOnce` takes */
  async want(
    transaction: TenantTransaction,
    customerId: string,
    payload: TopUpRequest,
    now: Instant,
  ): Promise<TopUpMessage> {
    const id = newId();
    await transaction.appendAll('wallet.top_up_wanted', [{ id, key: customerId, payload, occurredAt: now }]);
    return {
      id,
      type: 'wallet.top_up_wanted',
      organization_id: transaction.organizationId,
      key: customerId,
      occurred_at: new Date(now).toISOString(),
      request_id: null,
      payload,
    };
  }

  /** Makes a top-up when what wants it is committed; where that fails, its message does it. */
  async makeAtOnce(message: TopUpMessage): Promise<void> {
    try {
      await this.make(message);
    } catch (error) {
      this.logger.warn('a top-up is left to its message', { wallet_id: message.payload.wallet_id, error });
    }
  }

  /** Makes a top-up once. One that cannot be made is not made; nobody is there to be told (wallets, section 2.2). */
  async make(message: TopUpMessage): Promise<void> {
    const { payload } = message;
    const wanted = topUpOf(payload);
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

const topUpOf = (payload: TopUpRequest): TopUp => ({
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
});
