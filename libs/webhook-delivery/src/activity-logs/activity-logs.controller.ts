import { Controller, Param } from '@nestjs/common';
import { activityLogRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  isId,
  NotFound,
  Query,
  type AnswerOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { presentActivity } from './activity-log.presenter.js';
import { findActivityLog, listActivityLogs } from './activity-logs.repository.js';

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
    return { activity_logs: rows.map(presentActivity), meta };
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
    return { activity_log: presentActivity(row) };
  }
}
