import type { ReactNode } from 'react';
import { Alert } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api/client.js';
import type { Metric } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { ActView } from '../../acts/act.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { hasFewValues, inputOf } from './draft.js';

type Change = components['schemas']['BillableMetricUpdate'];
type Effects = components['schemas']['MetricChangeEffects'];

/** The names of the fields that a form shows. */
const names: Record<string, MessageDescriptor> = {
  aggregation_type: msg`Aggregation`,
  field_name: msg`Property`,
  expression: msg`Expression`,
  recurring: msg`Carried from period to period`,
  weighted_interval: msg`Weighted by`,
  rounding_function: msg`Rounding`,
  rounding_precision: msg`Decimal places`,
};

function useEffects({ code }: Metric, change: Change): Effects | undefined {
  const { data, error } = useEstimate(`effects ${code}`, change, (headers, billable_metric: Change, signal) =>
    api.POST('/billable_metrics/{code}/change_effects', {
      headers,
      params: { path: { code } },
      body: { billable_metric },
      signal,
    }),
  );
  // The form shows what the call refuses at its fields.
  return error ? undefined : data?.change_effects;
}

/** The change of a form: the code of a metric stays. */
export function changeOf({ record, values }: ActView<Metric>): Change {
  const { code: _, ...change } = inputOf(values, hasFewValues(record.filters));
  return change;
}

/** The effects of a change on running periods, before it is saved. */
export function ChangeEffects(view: ActView<Metric>) {
  const { t } = useLingui();
  const effects = useEffects(view.record, changeOf(view));
  if (!effects) return null;
  const { effect, changed_fields: changed, ignored_fields: ignored } = effects;
  const lines: ReactNode[] = [];
  const unheard = ignored.map((field) => (names[field] ? t(names[field]) : field)).join(', ');
  if (ignored.length > 0) lines.push(<Trans>A plan charges this metric, so these stay as they are: {unheard}.</Trans>);
  if (effect === 'running_periods') lines.push(<Followers effects={effects} />, <Trimmed effects={effects} />);
  if (effect === 'not_charged') lines.push(<Trans>No plan charges this metric. Nothing that is billed changes.</Trans>);
  if (changed.includes('expression'))
    lines.push(<Trans>The expression holds for events that arrive from now on.</Trans>);
  if (lines.length === 0) return null;
  return (
    <Alert variant="outline" role="status" title={t`What this changes`}>
      {lines.map((line, place) => (
        <div key={place}>{line}</div>
      ))}
    </Alert>
  );
}

/** The effects of the deletion of a metric. */
export function DeletionEffects({ record }: ActView<Metric>) {
  const { t } = useLingui();
  const effects = useEffects(record, { name: record.name });
  return (
    <aside aria-live="polite">
      {effects ? (
        <Alert {...(effects.plans_count > 0 ? { color: 'red' } : {})} variant="outline" title={t`What this changes`}>
          {effects.plans_count > 0 ? <Followers effects={effects} /> : <Trans>No plan charges this metric.</Trans>}
        </Alert>
      ) : null}
    </aside>
  );
}

const Followers = ({ effects }: { effects: Effects }) => {
  const { plans_count: plans, active_subscriptions_count: subscriptions, draft_invoices_count: drafts } = effects;
  return (
    <Trans>
      Running periods follow at once. Plans: {plans}. Active subscriptions: {subscriptions}. Drafts that are computed
      again: {drafts}.
    </Trans>
  );
};

function Trimmed({
  effects: { trimmed_filters_count: trimmed, removed_filters_count: removed },
}: {
  effects: Effects;
}) {
  if (trimmed + removed === 0) return null;
  return (
    <Trans>
      Prices by filters that lose a value: {trimmed}. Prices that are removed: {removed}. Their events get the price of
      all other events.
    </Trans>
  );
}
