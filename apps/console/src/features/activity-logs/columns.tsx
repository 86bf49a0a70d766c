import { msg } from '@lingui/core/macro';
import type { ActivityLog } from '../../api/records.js';
import { codeColumn, enumColumn, preciseColumn, linkColumn, textColumn, wide, type Column } from '../../ui/columns.js';

export const activityColumns: readonly Column<ActivityLog>[] = [
  linkColumn(
    msg`Activity`,
    'activity',
    (row) => row.activity_id,
    (row) => row.activity_type,
  ),
  wide(textColumn(msg`Object`, (row) => row.resource_type)),
  wide(codeColumn(msg`Customer`, (row) => row.external_customer_id)),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  textColumn(msg`Person`, (row) => row.user_email),
  wide(enumColumn(msg`By`, (row) => row.activity_source)),
  preciseColumn(msg`Time`, (row) => row.logged_at),
];
