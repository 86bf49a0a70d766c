// The account as Stripe shows it to its own keys.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { methodTypes } from './method-types.ts';

const isActive = 'active' as const;

/** @returns the account of the key: its country, currency and activated types of methods */
export function retrieveAccount({ id, country, currency }: Account): Stripe.Account {
  const capabilities = Object.keys(methodTypes).map((type) => {
    if (type === 'us_bank_account') return ['us_bank_account_ach_payments', isActive];
    if (type === 'customer_balance') return ['sepa_bank_transfer_payments', isActive];
    return [`${type}_payments`, isActive];
  });
  return {
    id,
    object: 'account',
    business_type: 'company',
    capabilities: Object.fromEntries(capabilities) as Stripe.Account.Capabilities,
    charges_enabled: true,
    country,
    default_currency: currency,
    details_submitted: true,
    email: 'owner@double.example',
    metadata: {},
    payouts_enabled: true,
    settings: null,
    type: 'standard',
  };
}
