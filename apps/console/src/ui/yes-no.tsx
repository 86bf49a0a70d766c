import { useLingui } from '@lingui/react/macro';
import { Nothing } from './values.js';

/** Whether something holds, in words. */
export function YesNo({ value }: { value: boolean | null | undefined }) {
  const { t } = useLingui();
  if (value === null || value === undefined) return <Nothing />;
  return value ? t`Yes` : t`No`;
}
