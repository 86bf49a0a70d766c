import { z } from 'zod';
import { TriggeredAlert } from '../../resources/alerts.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { SoldCredits, UsedCredits } from '../message-payloads.js';

const ofWallet = z.object({ wallet_id: z.uuid() });

/** The messages that the wallet service publishes, by type. */
export const walletMessages = {
  /** The same for a wallet (wallets, section 2.2). */
  'wallet.gave_currency': {
    producer: 'wallet',
    consumers: ['subscription'],
    payload: z.object({ customer_id: z.uuid(), wallet_id: z.uuid(), currency: z.string() }),
  },
  'wallet.created': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  'wallet.updated': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  'wallet.terminated': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  'wallet.credits_sold': { producer: 'wallet', consumers: ['invoicing'], payload: SoldCredits },
  /** An invoice has used credits, and its writer has taken a snapshot of the rest. */
  'wallet.credits_used': { producer: 'wallet', consumers: toWebhooks, payload: UsedCredits },
  'wallet_transaction.created': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ wallet_transaction_id: z.uuid() }),
  },
  'wallet_transaction.updated': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ wallet_transaction_id: z.uuid() }),
  },
  'wallet.depleted_ongoing_balance': { producer: 'wallet', consumers: toWebhooks, payload: ofWallet },
  /** A wallet alert's watched value has crossed thresholds; the webhook is `alert.triggered`. */
  'wallet.alert_triggered': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ triggered_alert: TriggeredAlert }),
  },
} as const satisfies Record<string, MessageContract>;
