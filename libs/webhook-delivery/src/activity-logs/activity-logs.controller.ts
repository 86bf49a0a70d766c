import { Controller, Param } from '@nestjs/common';
import { activityLogRoutes, type ActivityLog } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  isId,
  isoSeconds,
  NotFound,
  Query,
  withoutSignedAddresses,
  type AnswerOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { findActivityLog, listActivityLogs, type ActivityLogRow } from './activity-logs.repository.js';

/** The activity log (customers, section 15.1). */
@Controller()
export class ActivityLogsController {
  constructor(private readonly database: WebhookDeliveryDatabase) {}

  @Call(activityLogRoutes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Query() filters: QueryOf<typeof activityLogRoutes.list>,
  ): Promise<AnswerOf<typeof activityLogRoutes.list>> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listActivityLogs(transaction, filters),
    );
    return { activity_logs: rows.map(present), meta };
  }

  @Call(activityLogRoutes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('activity_id') id: string,
  ): Promise<AnswerOf<typeof activityLogRoutes.read>> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findActivityLog(transaction, id))
      : undefined;
    if (!row) throw new NotFound('activity_log');
    return { activity_log: present(row) };
  }
}

const present = ({ id, logged_at, created_at, ...row }: ActivityLogRow): ActivityLog => ({
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
