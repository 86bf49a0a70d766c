import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation, Sending } from '../../acts/act.js';
import { currencyField } from '../../acts/currency-field.js';
import type { Field, Values } from '../../acts/field.js';
import { customerPicker } from '../../acts/pickers.js';
import { decimalText } from '../../ui/money.js';

const walletFields = (currency: string): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name` },
  currencyField('currency', currency),
  { kind: 'decimal', name: 'rate_amount', label: msg`Value of a credit`, initial: '1' },
  { kind: 'decimal', name: 'paid_credits', label: msg`Credits to buy`, isOptional: true },
  { kind: 'decimal', name: 'granted_credits', label: msg`Free credits`, isOptional: true },
  { kind: 'day_end', name: 'expiration_at', label: msg`Expires on`, isOptional: true },
];

async function send({ headers }: Sending, external_customer_id: string, values: Values) {
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
  return { goTo: { kind: 'wallet' as const, id: created.wallet.svc_id } };
}

const Summary = ({ values }: { values: Values }) => (
  <Trans>
    The customer gets {decimalText(values['granted_credits'] || '0', 'en')} credits free, and an invoice for{' '}
    {decimalText(values['paid_credits'] || '0', 'en')} credits.
  </Trans>
);

const declaration = {
  call: 'POST /wallets',
  permission: 'wallets:create',
  label: msg`Open a wallet`,
  Summary,
  done: msg`The wallet is open.`,
} as const;

/** Opens a wallet of a customer that the person chooses. */
export const openWallet: Creation = {
  ...declaration,
  isCreation: true,
  fieldsOf: () => [
    { kind: 'picker', name: 'external_customer_id', label: msg`Customer`, picker: customerPicker },
    ...walletFields(''),
  ],
  send: (sending, _, values) => send(sending, values['external_customer_id'] ?? '', values),
};

/** Opens a wallet of one customer (wallets, section 2). */
export const openForCustomer: Act<{ svc_id: string; external_id: string; currency: string | null }> = {
  ...declaration,
  fieldsOf: ({ currency }) => walletFields(currency ?? ''),
  send: (sending, record, values) => send(sending, record.external_id, values),
};
