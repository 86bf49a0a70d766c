import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import type { Metric as Record } from '../../api/records.js';
import { codeColumn, textColumn, type Column } from '../../ui/columns.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { metricActs } from './acts.js';

type Filter = Record['filters'][number];

const filterColumns: readonly Column<Filter>[] = [
  codeColumn(msg`Property`, (row) => row.key),
  textColumn(msg`Values`, (row) => row.values.join(', ')),
];

/** A metric: what is counted of which events. */
export function BillableMetric() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/billable_metrics/{code}', values: { code: id } }}
      parent={{ label: msg`Metrics`, to: '/$organization/catalog/metrics' }}
      headOf={({ billable_metric: metric }) => ({ name: metric.name, id: metric.code })}
      actions={({ billable_metric: metric }) => <Acts acts={metricActs} record={metric} />}
    >
      {({ billable_metric: metric }) => (
        <>
          <DescriptionList
            items={[
              [msg`Aggregation`, <EnumText value={metric.aggregation_type} />],
              [msg`Property`, metric.field_name ? <code>{metric.field_name}</code> : <Nothing />],
              [msg`Expression`, metric.expression ? <code>{metric.expression}</code> : <Nothing />],
              [msg`Carried from period to period`, <YesNo value={metric.recurring} />],
              [msg`Rounding`, metric.rounding_function ? <code>{metric.rounding_function}</code> : <Nothing />],
              [msg`Decimal places`, <Units value={metric.rounding_precision} />],
              [msg`Description`, metric.description ?? <Nothing />],
              [msg`Created`, <Instant iso={metric.created_at} focusable />],
              [msg`Id`, <Copyable value={metric.svc_id} />],
            ]}
          />
          <Rows title={msg`Filters`} columns={filterColumns} rows={metric.filters} keyOf={({ key }) => key} />
        </>
      )}
    </DetailPage>
  );
}
