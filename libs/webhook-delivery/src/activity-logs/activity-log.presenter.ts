import type { ActivityLog } from '@tollgate/contracts';
import { isoSeconds, withoutSignedAddresses } from '@tollgate/platform';
import type { ActivityLogRow } from './activity-logs.repository.js';

/** An entry of the log, as the interface shows it. The customer behind a change in the portal serves its erasure alone. */
export const presentActivity = ({
  id,
  logged_at,
  created_at,
  portal_customer_id: _,
  ...row
}: ActivityLogRow): ActivityLog => ({
  activity_id: id,
  ...row,
  // Entries of the previous version contain addresses that still open.
  activity_object: withoutSignedAddresses(row.activity_object) as ActivityLog['activity_object'],
  activity_object_changes: withoutSignedAddresses(
    row.activity_object_changes,
  ) as ActivityLog['activity_object_changes'],
  logged_at: isoSeconds(logged_at),
  created_at: isoSeconds(created_at),
});
