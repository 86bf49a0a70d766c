import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Wallet } from '../../../api/records.js';
import type { Act } from '../../../acts/act.js';
import { metricLimitsOf } from './metric-limits.js';

/** Bounds purchases of credits (wallets, section 3.4). */
export const setLimits: Act<Wallet> = {
  call: 'PUT /wallets/{svc_id}',
  permission: 'wallets:update',
  label: msg`Set limits of purchases`,
  refusalOf: ({ status }) => (status === 'active' ? null : msg`The wallet has ended.`),
  Summary: () => <Trans>A purchase outside of the limits is refused. Free credits have no limit.</Trans>,
  fieldsOf: ({ currency, paid_top_up_min_amount_cents: least, paid_top_up_max_amount_cents: most }) => [
    {
      kind: 'money',
      name: 'paid_top_up_min_amount_cents',
      label: msg`Minimum purchase`,
      currency,
      initial: String(least ?? ''),
      isOptional: true,
    },
    {
      kind: 'money',
      name: 'paid_top_up_max_amount_cents',
      label: msg`Maximum purchase`,
      currency,
      initial: String(most ?? ''),
      isOptional: true,
    },
  ],
  send: async ({ headers }, record, values) => {
    const centsOf = (name: string) => (values[name] ? Number(values[name]) : null);
    const wallet = {
      ...metricLimitsOf(record),
      paid_top_up_min_amount_cents: centsOf('paid_top_up_min_amount_cents'),
      paid_top_up_max_amount_cents: centsOf('paid_top_up_max_amount_cents'),
    };
    await answerOf(
      api.PUT('/wallets/{svc_id}', { headers, params: { path: { svc_id: record.svc_id } }, body: { wallet } }),
    );
  },
  done: msg`The limits are changed.`,
};
