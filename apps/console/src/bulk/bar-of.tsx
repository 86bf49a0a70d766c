import { lazy, Suspense, type ReactNode } from 'react';
import type { BulkAct } from '../api/records.js';
import type { SelectedProps } from '../ui/selection.js';

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.js')).BulkBar }));

/** The bar of the acts on many records of a kind. Its code loads with the first choice. */
export const bulkBarOf =
  (records: BulkAct['resource_type']) =>
  (props: SelectedProps): ReactNode => (
    <Suspense>
      <BulkBar records={records} {...props} />
    </Suspense>
  );
