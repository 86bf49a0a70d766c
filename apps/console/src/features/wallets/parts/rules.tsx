import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Wallet } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { intervalOptions } from '../../../acts/interval-options.js';
import { Acts } from '../../../acts/acts.js';
import type { Field, Values } from '../../../acts/field.js';
import { Section } from '../../../ui/detail-page.js';
import { RecordTable } from '../../../ui/record-table.js';
import { ruleColumns } from './columns.js';
import { metricLimitsOf } from './metric-limits.js';

type Rule = Wallet['recurring_transaction_rules'][number];
type Input = components['schemas']['RecurringTransactionRuleInput'];

const isActive = ({ status }: Wallet) => (status === 'active' ? null : msg`The wallet has ended.`);
/** A wallet has one active rule at most. */
const ruleOf = ({ recurring_transaction_rules: rules }: Wallet): Rule | undefined =>
  rules.find(({ status }) => status === 'active');

const isInterval = ({ trigger }: Values): boolean => trigger === 'interval';
const isTarget = ({ method }: Values): boolean => method === 'target';
const positive = (credits: string | undefined): string => (credits === '0' || credits === '0.0' ? '' : (credits ?? ''));

const fieldsOf = (rule: Rule | undefined): readonly Field[] => [
  {
    kind: 'choice',
    name: 'trigger',
    label: msg`When`,
    initial: rule?.trigger ?? 'threshold',
    options: [
      { value: 'threshold', label: msg`When the balance falls to a threshold` },
      { value: 'interval', label: msg`At each interval` },
    ],
  },
  {
    kind: 'choice',
    name: 'interval',
    label: msg`Interval`,
    initial: rule?.interval ?? 'monthly',
    options: intervalOptions,
    isShown: isInterval,
  },
  {
    kind: 'decimal',
    name: 'threshold_credits',
    label: msg`Threshold in credits`,
    hint: msg`Compared with the balance less the usage of the period`,
    initial: rule?.threshold_credits ?? '',
    isShown: (values) => !isInterval(values),
  },
  {
    kind: 'choice',
    name: 'method',
    label: msg`How much`,
    initial: rule?.method ?? 'fixed',
    options: [
      { value: 'fixed', label: msg`A fixed number of credits` },
      { value: 'target', label: msg`Up to a target` },
    ],
  },
  {
    kind: 'decimal',
    name: 'paid_credits',
    label: msg`Credits to buy`,
    initial: positive(rule?.paid_credits),
    isOptional: true,
    isShown: (values) => !isTarget(values),
  },
  {
    kind: 'decimal',
    name: 'granted_credits',
    label: msg`Free credits`,
    initial: positive(rule?.granted_credits),
    isOptional: true,
    isShown: (values) => !isTarget(values),
  },
  {
    kind: 'decimal',
    name: 'target_ongoing_balance',
    label: msg`Target in credits`,
    initial: rule?.target_ongoing_balance ?? '',
    isShown: isTarget,
  },
  {
    kind: 'check',
    name: 'grants_target_top_up',
    label: msg`The missing credits are free`,
    initial: rule?.grants_target_top_up ? 'true' : '',
    isShown: isTarget,
  },
  {
    kind: 'day_end',
    name: 'rule_expiration',
    label: msg`Ends on`,
    initial: rule?.expiration_at ?? '',
    isOptional: true,
  },
];

/** The typed rule as the call takes it. @param rule that it changes; undefined for a new one */
export function typedRule(rule: Pick<Rule, 'svc_id'> | undefined, values: Values): Input {
  const { paid_credits: paid, granted_credits: granted, target_ongoing_balance: target } = values;
  return {
    ...(rule ? { svc_id: rule.svc_id } : {}),
    trigger: isInterval(values) ? 'interval' : 'threshold',
    ...(isInterval(values)
      ? { interval: values['interval'] as NonNullable<Input['interval']> }
      : { threshold_credits: values['threshold_credits'] ?? '' }),
    ...(isTarget(values)
      ? {
          method: 'target',
          target_ongoing_balance: target ?? '',
          grants_target_top_up: values['grants_target_top_up'] === 'true',
        }
      : { method: 'fixed', paid_credits: paid || '0', granted_credits: granted || '0' }),
    expiration_at: values['rule_expiration'] || null,
  };
}

const send = async (
  headers: Parameters<Act<Wallet>['send']>[0]['headers'],
  record: Wallet,
  recurring_transaction_rules: Input[],
) => {
  const wallet = { ...metricLimitsOf(record), recurring_transaction_rules };
  await answerOf(
    api.PUT('/wallets/{svc_id}', { headers, params: { path: { svc_id: record.svc_id } }, body: { wallet } }),
  );
};

/** Sets the rule by which a wallet tops itself up (wallets, section 2.6). */
export const setRule: Act<Wallet> = {
  call: 'PUT /wallets/{svc_id}',
  permission: 'wallets:update',
  label: msg`Set the rule of top-ups`,
  refusalOf: isActive,
  Summary: () => (
    <Trans>Bought credits are invoiced each time, and charged where the customer has a payment method.</Trans>
  ),
  fieldsOf: (wallet) => fieldsOf(ruleOf(wallet)),
  send: ({ headers }, wallet, values) => send(headers, wallet, [typedRule(ruleOf(wallet), values)]),
  done: msg`The rule is set.`,
};

export const endRule: Act<Wallet> = {
  call: 'PUT /wallets/{svc_id}',
  permission: 'wallets:update',
  label: msg`End the rule of top-ups`,
  isDanger: true,
  refusalOf: (wallet) => isActive(wallet) ?? (ruleOf(wallet) ? null : msg`The wallet has no rule.`),
  Summary: () => <Trans>The wallet tops itself up no more. Credits that were bought stay.</Trans>,
  send: ({ headers }, wallet) => send(headers, wallet, []),
  done: msg`The rule has ended.`,
};

/** The rules by which a wallet tops itself up. */
export function Rules({ wallet }: { wallet: Wallet }) {
  const { t } = useLingui();
  const { recurring_transaction_rules: rules } = wallet;
  return (
    <Section title={msg`Rules of top-ups`} action={<Acts acts={[setRule, endRule]} record={wallet} />}>
      {rules.length === 0 ? (
        <p className="empty">{t`None`}</p>
      ) : (
        <RecordTable label={t`Rules of top-ups`} columns={ruleColumns} rows={rules} keyOf={({ svc_id }) => svc_id} />
      )}
    </Section>
  );
}
