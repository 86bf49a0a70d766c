import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Wallet } from '../../../api/records.js';
import type { Act } from '../../../acts/act.js';
import { Amount } from '../../../ui/values.js';
import { metricLimitsOf } from './metric-limits.js';

const isActive = ({ status }: Wallet) => (status === 'active' ? null : msg`The wallet has ended.`);

const topUp: Act<Wallet> = {
  call: 'POST /wallet_transactions',
  permission: 'wallets:top_up',
  label: msg`Add credits`,
  refusalOf: isActive,
  Summary: () => (
    <Trans>Bought credits count when their invoice is paid. Free credits count at once, and are not billed.</Trans>
  ),
  fieldsOf: () => [
    { kind: 'decimal', name: 'paid_credits', label: msg`Credits to buy`, isOptional: true },
    { kind: 'decimal', name: 'granted_credits', label: msg`Free credits`, isOptional: true },
    { kind: 'text', name: 'name', label: msg`Name on the invoice`, isOptional: true },
  ],
  send: async ({ headers }, { svc_id: wallet_id }, { paid_credits, granted_credits, name }) => {
    const wallet_transaction = {
      wallet_id,
      ...(paid_credits ? { paid_credits } : {}),
      ...(granted_credits ? { granted_credits } : {}),
      ...(name ? { name } : {}),
    };
    await answerOf(api.POST('/wallet_transactions', { headers, body: { wallet_transaction } }));
  },
  done: msg`The credits are added.`,
};

const takeBack: Act<Wallet> = {
  call: 'POST /wallet_transactions',
  permission: 'wallets:top_up',
  label: msg`Void credits`,
  isDanger: true,
  refusalOf: isActive,
  Summary: ({ record }) => (
    <Trans>
      The credits leave the balance of <Amount cents={record.balance_cents} currency={record.currency} /> and pay
      nothing.
    </Trans>
  ),
  fieldsOf: () => [{ kind: 'decimal', name: 'voided_credits', label: msg`Credits` }],
  send: async ({ headers }, { svc_id: wallet_id }, { voided_credits = '' }) => {
    const wallet_transaction = { wallet_id, voided_credits };
    await answerOf(api.POST('/wallet_transactions', { headers, body: { wallet_transaction } }));
  },
  done: msg`The credits are voided.`,
};

const edit: Act<Wallet> = {
  call: 'PUT /wallets/{svc_id}',
  permission: 'wallets:update',
  label: msg`Edit the wallet`,
  refusalOf: isActive,
  fieldsOf: ({ name, priority, expiration_at: end }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name ?? '', isOptional: true },
    {
      kind: 'decimal',
      name: 'priority',
      label: msg`Priority`,
      hint: msg`From 1 to 50; the wallet with the lowest number pays first`,
      initial: String(priority),
    },
    { kind: 'day_end', name: 'expiration_at', label: msg`Expires on`, initial: end ?? '', isOptional: true },
  ],
  send: async ({ headers }, record, { name = '', priority, expiration_at: day = '' }) => {
    const hasNewEnd = day !== (record.expiration_at ?? '');
    const wallet = {
      ...metricLimitsOf(record),
      name,
      priority: Number(priority),
      ...(hasNewEnd ? { expiration_at: day === '' ? null : day } : {}),
    };
    const params = { path: { svc_id: record.svc_id } };
    await answerOf(api.PUT('/wallets/{svc_id}', { headers, params, body: { wallet } }));
  },
  done: msg`The wallet is changed.`,
};

const end: Act<Wallet> = {
  call: 'DELETE /wallets/{svc_id}',
  permission: 'wallets:terminate',
  label: msg`End the wallet`,
  isDanger: true,
  refusalOf: isActive,
  Summary: ({ record }) => (
    <Trans>
      The <Amount cents={record.balance_cents} currency={record.currency} /> left in the wallet pay nothing any more.
    </Trans>
  ),
  send: async ({ headers }, { svc_id }) => {
    await answerOf(api.DELETE('/wallets/{svc_id}', { headers, params: { path: { svc_id } } }));
  },
  done: msg`The wallet has ended.`,
};

/** The acts of a wallet. */
export const walletActs: readonly Act<Wallet>[] = [topUp, edit, takeBack, end];
