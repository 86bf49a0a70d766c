import { msg } from '@lingui/core/macro';
import type { Filter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import type { Tab } from '../../ui/tabs.js';
import { exportColumns } from './columns.js';

const tabs: readonly Tab[] = [
  { value: 'all', label: msg`All`, query: {} },
  { value: 'completed', label: msg`Completed`, query: { status: 'completed' } },
  { value: 'processing', label: msg`Processing`, query: { status: 'processing' } },
  { value: 'failed', label: msg`Failed`, query: { status: 'failed' } },
];
const filters: readonly Filter[] = [{ name: 'data_export_schedule_id', label: msg`Schedule`, kind: 'text' }];

export const DataExports = () => (
  <ListPage
    hasPages
    title={msg`Exports`}
    empty={msg`No exports yet. Create one by the API to have records as a file, or in a bucket.`}
    call={{ path: '/data_exports' }}
    rowsOf={({ data_exports: exports }) => exports}
    keyOf={byId}
    columns={exportColumns}
    tabs={tabs}
    filters={filters}
  />
);
