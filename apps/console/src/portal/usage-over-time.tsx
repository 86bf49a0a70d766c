import { useState } from 'react';
import { Group, NativeSelect, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { stepText } from '../frame/dates.js';
import { Bars } from '../ui/charts.js';
import { decimalText } from '../ui/money.js';
import { usageSeriesQuery, type Usage, type UsageStep } from './calls.js';
import { AsTable, Empty, Read } from './parts.js';

const metricsOf = (usage: Usage): Map<string, string> =>
  new Map(
    usage.charges_usage.map(({ charge, billable_metric: metric }) => [
      metric.code,
      charge.invoice_display_name || metric.name,
    ]),
  );

/** The properties by which the charges of a metric split its usage. */
function propertiesOf(usage: Usage, code: string): string[] {
  const ofMetric = usage.charges_usage.filter(({ billable_metric: metric }) => metric.code === code);
  const keys = ofMetric.flatMap(({ filters, grouped_usage: groups }) => [
    ...filters.flatMap(({ values }) => Object.keys(values ?? {})),
    ...groups.flatMap(({ grouped_by: by }) => Object.keys(by)),
  ]);
  return [...new Set(keys)];
}

/** The usage of a metric by day, in this period and the one before: as bars, and as a table of the same figures. */
export function UsageOverTime({ subscription, usage }: { subscription: string; usage: Usage }) {
  const { t } = useLingui();
  const metrics = metricsOf(usage);
  const [chosen, setChosen] = useState('');
  const [property, setProperty] = useState('');
  const code = chosen || ([...metrics.keys()][0] ?? '');
  const properties = propertiesOf(usage, code);
  const group = properties.includes(property) ? property : '';
  const series = useQuery({
    ...usageSeriesQuery({ subscription, metric: code, group, usage }),
    enabled: code !== '',
    // An open table stays open.
    placeholderData: keepPreviousData,
  });
  if (code === '') return null;
  return (
    <>
      <Group gap="sm" align="end">
        <NativeSelect
          label={t`Usage by day`}
          data={[...metrics].map(([value, label]) => ({ value, label }))}
          value={code}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
        {properties.length === 0 ? null : (
          <NativeSelect
            label={t`Split by`}
            data={[{ value: '', label: t`Nothing` }, ...properties]}
            value={group}
            onChange={({ currentTarget: { value } }) => setProperty(value)}
          />
        )}
      </Group>
      <Read of={series}>
        {({ usage_series: steps, groups_left_out: left }) => (
          <>
            <Days steps={steps} since={group === '' ? usage.from_datetime : null} />
            {left === 0 ? null : (
              <Text c="dimmed">
                <Trans>Groups with fewer events are left out: {left}.</Trans>
              </Text>
            )}
          </>
        )}
      </Read>
    </>
  );
}

/** @param since the start of this period, where the bars show both periods; null: they show groups */
function Days({ steps, since }: { steps: readonly UsageStep[]; since: string | null }) {
  const { t, i18n } = useLingui();
  if (steps.length === 0)
    return (
      <Empty>
        <Trans>No usage in this period and the last one.</Trans>
      </Empty>
    );
  const seriesOf = (step: UsageStep) =>
    since === null ? (step.group ?? '') : Date.parse(step.from_datetime) < Date.parse(since) ? 'last' : 'this';
  const periods = { last: t`Last period`, this: t`This period` };
  const names = new Map(
    [...new Set(steps.map(seriesOf))].sort().map((one) => [one, since === null ? one || '–' : periods[one as 'last']]),
  );
  const textOf = (iso: string) => stepText(iso, i18n.locale, false);
  const label = t`Usage by day`;
  return (
    <>
      <Bars
        parts={steps.map((step) => ({ step: step.from_datetime, series: seriesOf(step), value: Number(step.units) }))}
        label={label}
        names={names}
        stepText={textOf}
        valueText={(value) => decimalText(value, i18n.locale)}
      />
      <AsTable label={label}>
        <tbody>
          {[...steps].reverse().map((step) => (
            <tr key={`${step.from_datetime} ${step.group ?? ''}`}>
              <th scope="row">{textOf(step.from_datetime)}</th>
              {names.size > 1 ? <td dir="auto">{names.get(seriesOf(step))}</td> : null}
              <td className="right">{decimalText(step.units, i18n.locale)}</td>
            </tr>
          ))}
        </tbody>
      </AsTable>
    </>
  );
}
