import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byCode } from '../../ui/record-keys.js';
import { metricColumns } from './columns.js';
import { createMetric } from './acts.js';

export const BillableMetrics = () => (
  <ListPage
    create={<Create acts={[createMetric]} />}
    title={msg`Metrics`}
    empty={msg`No metrics yet. Create one to turn events into billable units.`}
    call={{ path: '/billable_metrics' }}
    rowsOf={({ billable_metrics: metrics }) => metrics}
    keyOf={byCode}
    columns={metricColumns}
    filters={[searchFilter]}
  />
);
