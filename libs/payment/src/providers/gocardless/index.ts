import { publishedProviders } from '@tollgate/contracts';
import type { ProviderDeclaration } from '../declaration.js';
import { gocardlessCurrencies } from './currencies.js';
import { isSandboxToken } from './tokens.rules.js';

/**
 * GoCardless (webhooks, section 12): direct debits on mandates. People enter the address of our events there. It has no
 * page for one invoice, and stores the data of a customer only once.
 */
export const gocardless: ProviderDeclaration = {
  ...publishedProviders.gocardless,
  currencies: gocardlessCurrencies,
  declines: new Map([
    ['insufficient_funds', 'insufficient_funds'],
    ['bank_account_closed', 'account_closed'],
    ['bank_account_transferred', 'account_closed'],
    ['invalid_bank_details', 'account_closed'],
    ['mandate_cancelled', 'method_expired'],
    ['mandate_expired', 'method_expired'],
    ['customer_approval_denied', 'authentication_required'],
  ]),
  acceptance: '',
  makesEventSecret: false,
  liveField: (key) => (key !== null && !isSandboxToken(key) ? 'secret_key' : null),
  open: async ({ config: { paymentProviderAddresses: addresses } }) => {
    const { openGoCardless } = await import('./ports.js');
    return openGoCardless({ live: addresses.GOCARDLESS_API_URL, sandbox: addresses.GOCARDLESS_SANDBOX_API_URL });
  },
};
