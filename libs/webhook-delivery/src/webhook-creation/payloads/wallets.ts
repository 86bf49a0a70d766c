import { readPlainWalletResource, readWalletWebhookResource } from '@tollgate/wallet/reader';
import { resource, triggeredAlert } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `wallet` (webhooks, section 4). */
export const walletPayloads: PayloadsOf<'wallet'> = {
  'wallet.alert_triggered': triggeredAlert,
  'wallet.depleted_ongoing_balance': resource('wallet_id', readPlainWalletResource),
  'wallet.created': resource('wallet_id', readWalletWebhookResource),
  'wallet.updated': resource('wallet_id', readWalletWebhookResource),
  'wallet.terminated': resource('wallet_id', readWalletWebhookResource),
};
