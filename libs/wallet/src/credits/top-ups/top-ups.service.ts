import { Injectable } from '@nestjs/common';
import type { Message, TopUpRequest } from '@tollgate/contracts';
import { Logger, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { lockWallet, type WalletRow } from '../../model/wallets/wallets.repository.js';
import { readPriority } from '../../model/inputs/plain-inputs.js';
import { WalletDatabase } from '../../wallet.database.js';
import { changeCredits, type CreditChanges } from '../ledger/credit-changes.js';
import { checkTopUp, hasValidNameAndPriority, type TopUp } from './top-up.js';

/** Top-ups that the answer of their request does not show yet (wallets, section 2.2). */
@Injectable()
export class TopUps {
  constructor(
    private readonly database: WalletDatabase,
    private readonly logger: Logger,
  ) {}

  /** Tops up a wallet; logs and skips an invalid top-up, since no caller waits. The caller holds the wallet. */
  async topUpWallet(
    transaction: TenantTransaction,
    wallet: WalletRow,
    request: TopUpRequest,
    now: Instant,
  ): Promise<void> {
    if (!hasValidNameAndPriority(request.name, request.priority)) return;
    const input = topUpOf(request);
    let changes: CreditChanges;
    try {
      changes = checkTopUp(wallet, input);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      this.logger.warn('a wallet is not topped up', { wallet_id: wallet.id, error });
      return;
    }
    await changeCredits(transaction, wallet, changes, input.fields, now);
  }

  /** Handles a top-up message of the previous version, once. */
  async topUpOnce(message: Message<'wallet.top_up_wanted'>): Promise<void> {
    const { payload } = message;
    await this.database.handleOnce(message, async (transaction) => {
      const wallet = await lockWallet(transaction, payload.wallet_id);
      if (wallet?.status === 'active')
        await this.topUpWallet(transaction, wallet, payload, Date.parse(message.occurred_at));
    });
  }
}

const topUpOf = (request: TopUpRequest): TopUp => ({
  paidCredits: new Decimal(request.paid_credits),
  grantedCredits: new Decimal(request.granted_credits),
  ignoreLimits: request.ignore_paid_top_up_limits,
  fields: {
    source: request.source,
    priority: readPriority(request.priority) ?? 0,
    name: request.name,
    metadata: request.metadata,
    purchaseOrderNumber: request.purchase_order_number,
    requiresPayment: request.invoice_requires_successful_payment,
    paymentMethodType: request.payment_method_type,
    ruleId: request.recurring_rule_id,
  },
});
