import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Act, Outcome, Sending } from '../../acts/act.js';
import { answerOf, api } from '../../api/client.js';
import type { Plan } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { planFields } from './plan-fields.js';
import { changedPlan } from './draft-plan.js';
import { TestPrices } from './impact.js';
import { PricePanel } from './price/panel.js';
import { audienceOf, migrationFields, migrationOf } from './migration-fields.js';
import { MigrationPreview } from './migration-preview.js';

/** Requests a migration, and leads to its page. */
export async function migrate(
  { headers }: Sending,
  code: string,
  body: components['schemas']['PlanMigrationCreate'],
): Promise<Outcome> {
  const created = await answerOf(
    api.POST('/plans/{code}/migrations', { headers, params: { path: { code } }, body: { plan_migration: body } }),
  );
  return { goTo: { kind: 'planMigration', id: created.plan_migration.svc_id } };
}

/** Changes a plan for some of its subscriptions, or later. */
export const changeForSome: Act<Plan> = {
  call: 'POST /plans/{code}/migrations',
  permission: 'plans:update',
  label: msg`Change for some subscriptions`,
  Summary: () => <Trans>The others stay at the present version. Nothing that is billed is billed again.</Trans>,
  fieldsOf: (plan) => [...planFields(plan), ...migrationFields(['new', 'chosen', 'all'])],
  Beside: ({ record, values }) => (
    <>
      <PricePanel plan={record} values={values} form="edit" />
      <MigrationPreview code={record.code} body={{ ...audienceOf(values), plan: changedPlan(values, record) }} />
    </>
  ),
  Further: ({ record, values }) => <TestPrices plan={record} values={values} form="edit" />,
  send: (sending, plan, values) =>
    migrate(sending, plan.code, { ...migrationOf(values), plan: changedPlan(values, plan) }),
  done: msg`The migration is requested.`,
};

/** Moves subscriptions at former versions to the plan as it is. */
export const bringAlong: Act<Plan> = {
  call: 'POST /plans/{code}/migrations',
  permission: 'plans:update',
  label: msg`Move subscriptions to the present version`,
  Summary: () => (
    <Trans>
      Subscriptions at former versions get the present terms, for their running period, too. Those with prices of their
      own stay.
    </Trans>
  ),
  fieldsOf: () => migrationFields(['all', 'chosen']),
  Beside: ({ record, values }) => <MigrationPreview code={record.code} body={audienceOf(values)} />,
  send: (sending, { code }, values) => migrate(sending, code, migrationOf(values)),
  done: msg`The migration is requested.`,
};
