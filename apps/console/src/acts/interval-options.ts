import { msg } from '@lingui/core/macro';
import type { Option } from './field.js';

/** The intervals of plans and of top-up rules. */
export const intervalOptions: readonly Option[] = [
  { value: 'weekly', label: msg`Weekly` },
  { value: 'monthly', label: msg`Monthly` },
  { value: 'quarterly', label: msg`Quarterly` },
  { value: 'semiannual', label: msg`Every six months` },
  { value: 'yearly', label: msg`Yearly` },
];
