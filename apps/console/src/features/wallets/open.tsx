import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act } from '../../acts/act.js';
import { decimalText } from '../../ui/money.js';

/** Opens a wallet of a customer (wallets, section 2). */
export const openWallet: Act<{ svc_id: string; external_id: string; currency: string | null }> = {
  call: 'POST /wallets',
  permission: 'wallets:create',
  label: msg`Open a wallet`,
  Summary: ({ values }) => (
    <Trans>
      The customer gets {decimalText(values['granted_credits'] || '0', 'en')} credits free, and an invoice for{' '}
      {decimalText(values['paid_credits'] || '0', 'en')} credits.
    </Trans>
  ),
  fieldsOf: ({ currency }) => [
    { kind: 'text', name: 'name', label: msg`Name` },
    {
      kind: 'text',
      name: 'currency',
      label: msg`Currency`,
      hint: msg`Three letters, such as EUR`,
      initial: currency ?? '',
    },
    { kind: 'decimal', name: 'rate_amount', label: msg`Value of a credit`, initial: '1' },
    { kind: 'decimal', name: 'paid_credits', label: msg`Credits to buy`, isOptional: true },
    { kind: 'decimal', name: 'granted_credits', label: msg`Free credits`, isOptional: true },
    { kind: 'day_end', name: 'expiration_at', label: msg`Expires on`, isOptional: true },
  ],
  send: async ({ headers }, { external_id: external_customer_id }, values) => {
    const { name = '', currency = '', rate_amount = '', paid_credits, granted_credits, expiration_at: day } = values;
    const wallet = {
      external_customer_id,
      name,
      rate_amount,
      currency: currency.toUpperCase() as components['schemas']['Currency'],
      ...(paid_credits ? { paid_credits } : {}),
      ...(granted_credits ? { granted_credits } : {}),
      ...(day ? { expiration_at: day } : {}),
    };
    const created = await answerOf(api.POST('/wallets', { headers, body: { wallet } }));
    return { goTo: { kind: 'wallet', id: created.wallet.svc_id } };
  },
  done: msg`The wallet is open.`,
};
