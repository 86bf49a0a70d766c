import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { daysBetween } from '../../frame/dates.js';
import { useNow } from '../../organization/clock-query.js';

/** That an invoice is overdue, and by how many days of its customer's time zone. */
export function Overdue({ dueOn, zone }: { dueOn: string; zone: string }) {
  const { t } = useLingui();
  const days = daysBetween(dueOn, useNow(), zone);
  return <>{days > 0 ? t`Overdue ${plural(days, { one: '# day', other: '# days' })}` : t`Overdue`}</>;
}
