import { Controller, Param } from '@nestjs/common';
import { webhookEndpointRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { TestWebhooksService } from './test-webhooks.service.js';

@Controller()
export class TestWebhooksController {
  constructor(private readonly tests: TestWebhooksService) {}

  @Call(webhookEndpointRoutes.test)
  async test(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof webhookEndpointRoutes.test>> {
    return { webhook_message: await this.tests.send(tenant.organizationId, id) };
  }
}
