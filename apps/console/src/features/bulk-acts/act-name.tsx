import { useLingui } from '@lingui/react/macro';
import type { BulkAct } from '../../api/records.js';
import { actNames } from '../../bulk/act-names.js';

/** The name of an act in the language of the page. */
export function ActName({ act }: Pick<BulkAct, 'act'>) {
  const { t } = useLingui();
  return t(actNames[act]);
}
