import { Injectable } from '@nestjs/common';
import { Logger, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { changeCredits, type CreditChanges } from '../ledger/credit-changes.js';
import { checkTopUp, hasValidNameAndPriority, type TopUp } from './top-up.js';

/** Top-ups that the answer of their request does not show yet (wallets, section 2.2). */
@Injectable()
export class TopUps {
  constructor(private readonly logger: Logger) {}

  /** Tops up a wallet; logs and skips an invalid top-up, since no caller waits. The caller holds the wallet. */
  async topUpWallet(transaction: TenantTransaction, wallet: WalletRow, topUp: TopUp, now: Instant): Promise<void> {
    if (!hasValidNameAndPriority(topUp.fields.name, topUp.fields.priority)) return;
    let changes: CreditChanges;
    try {
      changes = checkTopUp(wallet, topUp);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      this.logger.warn('a wallet is not topped up', { wallet_id: wallet.id, error });
      return;
    }
    await changeCredits(transaction, wallet, changes, topUp.fields, now);
  }
}
