import { Loader, Text, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Refusal } from '../../api/client.js';
import type { Metric } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Values } from '../../acts/field.js';
import { CallError } from '../../frame/call-error.js';
import { codeColumn, linkColumn, preciseColumn, textColumn, unitsColumn, type Column } from '../../ui/columns.js';
import { RecordTable } from '../../ui/record-table.js';
import { usePreview } from './preview-query.js';
import { ExpressionResult } from './trial.js';

type Preview = components['schemas']['MetricPreview'];
type Fault = components['schemas']['MetricPreviewFault'];
type Sample = components['schemas']['MetricPreviewSample'];
type Property = components['schemas']['MetricPreviewProperty'];

/** The faults of events; the detail says more of some. */
const faults: Record<Fault['error'], MessageDescriptor> = {
  missing_aggregation_property: msg`Property missing`,
  expression_evaluation_failed: msg`Expression without a result`,
  invalid_filter_values: msg`Value without a filter`,
};
const details: Record<string, MessageDescriptor> = {
  field_missing: msg`Property missing`,
  field_not_a_number: msg`Property is not a number`,
};

/**
 * The events of the last seven days that the metric of a form counts, while a person types.
 * @param filters those that the form does not show
 */
export function MetricPreview({ values, filters }: { values: Values; filters?: Metric['filters'] }) {
  const { t } = useLingui();
  const { data, error, isFetching, input, isPermitted } = usePreview(values, filters);
  const { code = '', expression = '' } = values;
  const preview = input === null ? undefined : data?.billable_metric_preview;
  const isIncomplete = error instanceof Refusal && Object.keys(error.fields).length > 0;
  return (
    <section aria-label={t`Preview`} aria-busy={isFetching}>
      <Title order={3}>{t`The last 7 days`}</Title>
      {isPermitted ? null : <p className="empty">{t`A role that may see events shows what the metric counts.`}</p>}
      {isPermitted && input === null ? <p className="empty">{t`Enter a code to see what the metric counts.`}</p> : null}
      {isIncomplete ? <p className="empty">{t`Complete the form to see what the metric counts.`}</p> : null}
      {isIncomplete || input === null ? null : <CallError error={error} />}
      {isFetching && !preview ? <Loader size="sm" role="status" aria-label={t`Counting events`} /> : null}
      {preview && !error ? <Counted preview={preview} code={code} /> : null}
      {isPermitted && code !== '' && expression !== '' ? (
        <ExpressionResult code={code} expression={expression} />
      ) : null}
    </section>
  );
}

function Counted({ preview, code }: { preview: Preview; code: string }) {
  const { t } = useLingui();
  const { events_count: events, examined_count: examined, counted_count: counted } = preview;
  if (events === 0)
    return (
      <p className="empty">
        <Trans>No event of {code} in the last 7 days. Events appear a few seconds after they are sent.</Trans>
      </p>
    );
  return (
    <>
      <p role="status">
        <Plural value={examined} one={`${counted} of # event counts.`} other={`${counted} of # events count.`} />{' '}
        {examined < events ? t`These are the latest of ${events} events.` : null}
      </p>
      <Faults label={t`These do not count`} faults={preview.refusals} />
      <Faults label={t`These count outside all filters`} faults={preview.warnings} />
      {preview.samples.length > 0 ? (
        <RecordTable
          label={t`Examples`}
          columns={sampleColumns}
          rows={preview.samples}
          keyOf={(row) => `${row.transaction_id} ${row.external_subscription_id ?? ''}`}
        />
      ) : null}
      {preview.properties.length > 0 ? (
        <>
          <Text fw={600}>{t`Values seen`}</Text>
          <dl className="facts">
            {preview.properties.map((property) => (
              <Seen key={property.name} property={property} />
            ))}
          </dl>
        </>
      ) : null}
    </>
  );
}

const sampleColumns: readonly Column<Sample>[] = [
  linkColumn(msg`Event`, 'event', (row) => row.transaction_id),
  preciseColumn(msg`Time`, (row) => row.timestamp),
  codeColumn(msg`Value`, (row) => row.value),
];

function Faults({ label, faults: rows }: { label: string; faults: readonly Fault[] }) {
  const { t } = useLingui();
  const textOf = ({ error, detail }: Fault): string => {
    const known = detail === null ? undefined : details[detail];
    if (known) return t(known);
    return detail === null ? t(faults[error]) : `${t(faults[error])}: ${detail}`;
  };
  const columns: readonly Column<Fault>[] = [
    textColumn(msg`Reason`, textOf),
    unitsColumn(msg`Events`, (row) => row.events_count),
    linkColumn(msg`Latest`, 'event', (row) => row.transaction_id),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <Text fw={600}>{label}</Text>
      <RecordTable
        label={label}
        columns={columns}
        rows={rows}
        keyOf={({ error, detail }) => `${error} ${detail ?? ''}`}
      />
    </>
  );
}

/** A property with its values and their numbers of events. */
function Seen({ property: { name, values, truncated } }: { property: Property }) {
  return (
    <div>
      <dt>
        <code dir="auto">{name}</code>
      </dt>
      <dd className="seen">
        {values.map(({ value, events_count: events }) => (
          <span key={value}>
            <code dir="auto">{value}</code> <span className="nothing">{events}</span>
          </span>
        ))}
        {truncated ? <span className="nothing">…</span> : null}
        {values.length === 0 && !truncated ? <span className="nothing">–</span> : null}
      </dd>
    </div>
  );
}
