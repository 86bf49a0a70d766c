import { Controller, Param } from '@nestjs/common';
import { webhookMessageRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { WebhookLogService } from './webhook-log.service.js';

@Controller()
export class WebhookLogController {
  constructor(private readonly log: WebhookLogService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.log.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { webhook_message: await this.log.read(tenant.organizationId, id) };
  }

  @Call(routes.replay)
  async replay(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.replay>> {
    return { webhook_message: await this.log.replay(tenant.organizationId, id) };
  }
}
