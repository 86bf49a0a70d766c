import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act } from '../../acts/act.js';
import { planPicker } from '../../acts/pickers.js';
import { ChangePreview, EndPreview } from './previews.js';

type Subscription = components['schemas']['SingleSubscription'];

const pathOf = ({ external_id }: Subscription) => ({ path: { external_id } });
const isActive = ({ status }: Subscription) =>
  status === 'active' ? null : msg`Only an active subscription allows this.`;
const isRunning = ({ status }: Subscription) =>
  status === 'active' || status === 'pending' ? null : msg`The subscription has ended.`;

const changePlan: Act<Subscription> = {
  call: 'POST /subscriptions',
  permission: 'subscriptions:create',
  label: msg`Change the plan`,
  refusalOf: isActive,
  Summary: ({ record }) => (
    <Trans>
      A plan that costs more than {record.plan.name} starts now; one that costs less starts with the next period. Unused
      time that is paid comes back as credit.
    </Trans>
  ),
  fieldsOf: () => [{ kind: 'picker', name: 'plan_code', label: msg`New plan`, picker: planPicker }],
  Beside: ChangePreview,
  send: async ({ headers }, { external_id, external_customer_id }, { plan_code = '' }) => {
    const subscription = { external_customer_id, external_id, plan_code };
    await answerOf(api.POST('/subscriptions', { headers, body: { subscription } }));
  },
  done: msg`The plan is changed.`,
};

const setName: Act<Subscription> = {
  call: 'PUT /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`Edit the subscription`,
  refusalOf: isRunning,
  fieldsOf: ({ name, ending_at: end, purchase_order_number: order }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name ?? '', isOptional: true },
    { kind: 'day_end', name: 'ending_at', label: msg`Ends on`, initial: end ?? '', isOptional: true },
    {
      kind: 'text',
      name: 'purchase_order_number',
      label: msg`Purchase order`,
      initial: order ?? '',
      isOptional: true,
    },
  ],
  send: async ({ headers }, record, { name = '', ending_at: day = '', purchase_order_number: order = '' }) => {
    const hasNewEnd = day !== (record.ending_at ?? '');
    const subscription = {
      name,
      purchase_order_number: order === '' ? null : order,
      ...(hasNewEnd ? { ending_at: day === '' ? null : day } : {}),
    };
    const params = { ...pathOf(record), query: { status: record.status } };
    await answerOf(api.PUT('/subscriptions/{external_id}', { headers, params, body: { subscription } }));
  },
  done: msg`The subscription is changed.`,
};

const end: Act<Subscription> = {
  call: 'DELETE /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`End the subscription`,
  isDanger: true,
  refusalOf: isRunning,
  Summary: ({ record }) =>
    record.status === 'pending' ? (
      <Trans>The subscription never starts, and nothing is billed.</Trans>
    ) : (
      <Trans>The subscription to {record.plan.name} ends now. Its usage until now is billed as chosen below.</Trans>
    ),
  fieldsOf: ({ status, plan }) =>
    status === 'pending'
      ? []
      : [
          {
            kind: 'choice',
            name: 'on_termination_invoice',
            label: msg`Final invoice`,
            options: [
              { value: 'generate', label: msg`Create it` },
              { value: 'skip', label: msg`Bill nothing` },
            ],
          },
          ...(plan.pay_in_advance
            ? [
                {
                  kind: 'choice' as const,
                  name: 'on_termination_credit_note',
                  label: msg`Unused time that is paid`,
                  options: [
                    { value: 'credit', label: msg`Credit for later invoices` },
                    { value: 'refund', label: msg`Refund` },
                    { value: 'offset', label: msg`Against what is due` },
                    { value: 'skip', label: msg`Give nothing back` },
                  ],
                },
              ]
            : []),
        ],
  Beside: EndPreview,
  send: async ({ headers }, record, values) => {
    const { on_termination_invoice: invoice, on_termination_credit_note: note } = values;
    const query = {
      status: record.status,
      ...(invoice ? { on_termination_invoice: invoice as 'generate' | 'skip' } : {}),
      ...(note ? { on_termination_credit_note: note as 'credit' | 'skip' | 'refund' | 'offset' } : {}),
    };
    const params = { ...pathOf(record), query };
    await answerOf(api.DELETE('/subscriptions/{external_id}', { headers, params }));
  },
  done: msg`The subscription is ended.`,
};

/** The acts of a subscription. */
export const subscriptionActs: readonly Act<Subscription>[] = [changePlan, setName, end];
