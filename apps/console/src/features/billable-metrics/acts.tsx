import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Metric } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import { hasFewValues, inputOf } from './draft.js';
import { ChangeEffects, changeOf, DeletionEffects } from './effects.js';
import { metricFields } from './fields.js';
import { MetricPreview } from './preview.js';

/** Creates a metric. */
export const createMetric: Creation = {
  isCreation: true,
  call: 'POST /billable_metrics',
  permission: 'billable_metrics:create',
  label: msg`Create a metric`,
  Summary: () => <Trans>A metric counts events of one code; charges of plans set its price.</Trans>,
  fieldsOf: () => metricFields(null),
  Beside: ({ values }) => (
    <aside>
      <MetricPreview values={values} />
    </aside>
  ),
  send: async ({ headers }, _, values) => {
    const body = { billable_metric: inputOf(values, true) };
    const { billable_metric: created } = await answerOf(api.POST('/billable_metrics', { headers, body }));
    return { goTo: { kind: 'metric', id: created.code } };
  },
  done: msg`The metric is created.`,
};

const edit: Act<Metric> = {
  call: 'PUT /billable_metrics/{code}',
  permission: 'billable_metrics:update',
  label: msg`Edit the metric`,
  fieldsOf: metricFields,
  Beside: (view) => (
    <aside>
      <ChangeEffects {...view} />
      <MetricPreview
        values={{ ...view.values, code: view.record.code }}
        {...(hasFewValues(view.record.filters) ? {} : { filters: view.record.filters })}
      />
    </aside>
  ),
  send: async ({ headers }, record, values) => {
    const body = { billable_metric: changeOf({ record, values }) };
    const params = { path: { code: record.code } };
    await answerOf(api.PUT('/billable_metrics/{code}', { headers, params, body }));
  },
  done: msg`The metric is changed.`,
};

const remove: Act<Metric> = {
  call: 'DELETE /billable_metrics/{code}',
  permission: 'billable_metrics:delete',
  label: msg`Delete the metric`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>The charges of {record.name} leave all plans. Its usage is billed no more, drafts are computed again.</Trans>
  ),
  Beside: DeletionEffects,
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/billable_metrics/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The metric is deleted.`,
};

/** The acts of a metric. */
export const metricActs: readonly Act<Metric>[] = [edit, remove];
