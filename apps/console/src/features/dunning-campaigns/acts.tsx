import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { DunningCampaign } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, ActView, Creation } from '../../acts/act.js';
import { rowCurrency } from '../../acts/currency-field.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';
import { billingEntityPicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';
import { Timeline } from './timeline.js';

type Threshold = components['schemas']['DunningThresholdInput'];
/** The longest timeline that a form shows. */
const mostShown = 20;

const fieldsOf = (campaign: Partial<DunningCampaign>): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: campaign.name ?? '' },
  ...(campaign.code === undefined ? ([{ kind: 'code', name: 'code', label: msg`Code`, from: 'name' }] as const) : []),
  {
    kind: 'decimal',
    name: 'max_attempts',
    label: msg`Requests to pay`,
    hint: msg`1 to 100`,
    initial: String(campaign.max_attempts ?? 3),
  },
  {
    kind: 'decimal',
    name: 'days_between_attempts',
    label: msg`Days between two requests`,
    hint: msg`1 to 365`,
    initial: String(campaign.days_between_attempts ?? 7),
  },
  {
    kind: 'grid',
    name: 'thresholds',
    label: msg`From which overdue amount`,
    hint: msg`One line for each currency. Amounts of other currencies are not requested. An empty line counts for nothing`,
    currency: rowCurrency('thresholds', 'currency'),
    columns: [
      { kind: 'text', name: 'currency', label: msg`Currency` },
      { kind: 'money', name: 'amount_cents', label: msg`Overdue from` },
    ],
    ...(campaign.thresholds
      ? {
          atFirst: campaign.thresholds.map(({ currency, amount_cents: cents }) => ({
            currency,
            amount_cents: String(cents),
          })),
        }
      : {}),
  },
  {
    kind: 'several',
    name: 'billing_entity_codes',
    label: msg`Billing entities`,
    hint: msg`Their customers have the campaign, unless a customer has its own`,
    picker: billingEntityPicker,
    initial: campaign.billing_entity_codes?.join(',') ?? '',
    isOptional: true,
  },
  {
    kind: 'text',
    name: 'bcc_emails',
    label: msg`Blind copies to`,
    hint: msg`E-mail addresses, separated by commas`,
    initial: campaign.bcc_emails?.join(', ') ?? '',
    isOptional: true,
  },
  { kind: 'text', name: 'description', label: msg`Description`, initial: campaign.description ?? '', isOptional: true },
];

const campaignOf = (values: Values) => ({
  name: values['name'] ?? '',
  description: values['description'] || null,
  max_attempts: Number(values['max_attempts']),
  days_between_attempts: Number(values['days_between_attempts']),
  bcc_emails: (values['bcc_emails'] ?? '').split(/[,;\s]+/).filter((one) => one !== ''),
  billing_entity_codes: partsOf(values['billing_entity_codes']),
  thresholds: gridOf(values, 'thresholds').map(({ currency = '', amount_cents: cents }) => ({
    currency: currency.toUpperCase() as Threshold['currency'],
    amount_cents: Number(cents),
  })),
});

/** The requests that the typed numbers give. */
function Planned({ values }: ActView<DunningCampaign | null>) {
  const [attempts, days] = [Number(values['max_attempts']), Number(values['days_between_attempts'])];
  const isWhole = [attempts, days].every((number) => Number.isInteger(number) && number > 0);
  return (
    <aside aria-live="polite">
      {isWhole ? (
        <Timeline campaign={{ max_attempts: Math.min(attempts, mostShown), days_between_attempts: days }} />
      ) : null}
    </aside>
  );
}

/** Creates a dunning campaign. */
export const createCampaign: Creation = {
  isCreation: true,
  call: 'POST /dunning_campaigns',
  permission: 'dunning_campaigns:create',
  label: msg`Create a dunning campaign`,
  fieldsOf: () => fieldsOf({}),
  Beside: Planned,
  send: async ({ headers }, _, values) => {
    const body = { dunning_campaign: { ...campaignOf(values), code: values['code'] ?? '' } };
    const { dunning_campaign: created } = await answerOf(api.POST('/dunning_campaigns', { headers, body }));
    return { goTo: { kind: 'dunningCampaign', id: created.code } };
  },
  done: msg`The campaign is created.`,
};

const edit: Act<DunningCampaign> = {
  call: 'PUT /dunning_campaigns/{code}',
  permission: 'dunning_campaigns:update',
  label: msg`Edit the campaign`,
  Summary: () => <Trans>Requests that were made already count. The next one follows the new rules.</Trans>,
  fieldsOf,
  Beside: Planned,
  send: async ({ headers }, { code }, values) => {
    const body = { dunning_campaign: campaignOf(values) };
    await answerOf(api.PUT('/dunning_campaigns/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The campaign is changed.`,
};

const remove: Act<DunningCampaign> = {
  call: 'DELETE /dunning_campaigns/{code}',
  permission: 'dunning_campaigns:delete',
  label: msg`Delete the campaign`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      Customers get no further request of {record.name}. Its count of requests ends; those that were sent can still be
      paid.
    </Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/dunning_campaigns/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The campaign is deleted.`,
};

/** The acts of a dunning campaign. */
export const campaignActs: readonly Act<DunningCampaign>[] = [edit, remove];
