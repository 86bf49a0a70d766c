import { msg } from '@lingui/core/macro';
import type { Column } from '../ui/columns.js';
import type { Act } from './act.js';
import { ActMenu } from './acts.js';

/** The menu of a row's acts. */
export const actsColumn = <R,>(acts: readonly Act<R>[]): Column<R> => ({
  label: msg`Actions`,
  cell: (row) => <ActMenu acts={acts} record={row} />,
  csv: () => '',
  pageOnly: true,
});
