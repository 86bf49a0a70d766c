import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { AggregationName, Metric } from '../../api/records.js';
import type { Act } from '../../acts/act.js';
import type { Field } from '../../acts/field.js';
import { aggregationTexts } from '../../ui/aggregation-texts.js';

/** Only code declares a metric of this aggregation. */
const offered = Object.entries(aggregationTexts).filter(([name]) => !name.startsWith('custom'));

const createFields: readonly Field[] = [
  { kind: 'text', name: 'name', label: msg`Name` },
  { kind: 'code', name: 'code', label: msg`Code`, from: 'name', hint: msg`Events name the metric by it` },
  {
    kind: 'choice',
    name: 'aggregation_type',
    label: msg`Aggregation`,
    options: offered.map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'text',
    name: 'field_name',
    label: msg`Property`,
    hint: msg`The property of events that is aggregated, such as tokens. A count needs none`,
    isOptional: true,
  },
  { kind: 'check', name: 'recurring', label: msg`Carried from period to period` },
  {
    kind: 'choice',
    name: 'weighted_interval',
    label: msg`Weighted by`,
    hint: msg`For a sum weighted by time`,
    options: [
      { value: '', label: msg`Nothing` },
      { value: 'seconds', label: msg`Seconds` },
    ],
    isOptional: true,
  },
];

/** Creates a metric. */
export const createMetric: Act<null> = {
  call: 'POST /billable_metrics',
  permission: 'billable_metrics:create',
  label: msg`Create a metric`,
  Summary: () => <Trans>A metric counts events of one code; charges of plans set its price.</Trans>,
  fieldsOf: () => createFields,
  send: async ({ headers }, _, values) => {
    const { name = '', code = '', field_name = '', recurring, weighted_interval: interval } = values;
    const billable_metric = {
      name,
      code,
      aggregation_type: values['aggregation_type'] as AggregationName,
      recurring: recurring === 'true',
      ...(field_name === '' ? {} : { field_name }),
      ...(interval ? { weighted_interval: interval as 'seconds' } : {}),
    };
    const { billable_metric: created } = await answerOf(
      api.POST('/billable_metrics', { headers, body: { billable_metric } }),
    );
    return { goTo: { kind: 'metric', id: created.code } };
  },
  done: msg`The metric is created.`,
};

const edit: Act<Metric> = {
  call: 'PUT /billable_metrics/{code}',
  permission: 'billable_metrics:update',
  label: msg`Edit the metric`,
  fieldsOf: ({ name, description }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name },
    { kind: 'text', name: 'description', label: msg`Description`, initial: description ?? '', isOptional: true },
  ],
  send: async ({ headers }, { code }, { name = '', description = '' }) => {
    const body = { billable_metric: { name, description } };
    await answerOf(api.PUT('/billable_metrics/{code}', { headers, params: { path: { code } }, body }));
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
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/billable_metrics/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The metric is deleted.`,
};

/** The acts of a metric. */
export const metricActs: readonly Act<Metric>[] = [edit, remove];
