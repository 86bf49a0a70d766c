import { Controller, Param } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { securityLogRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, OnMessage, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { securityMessages, SecurityLogsService } from './security-logs.service.js';

@Controller()
export class SecurityLogsController {
  constructor(private readonly logs: SecurityLogsService) {}

  @Call(securityLogRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof securityLogRoutes.list>,
  ): Promise<AnswerOf<typeof securityLogRoutes.list>> {
    return this.logs.list(tenant.organizationId, filters);
  }

  @Call(securityLogRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('log_id') id: string,
  ): Promise<AnswerOf<typeof securityLogRoutes.read>> {
    return { security_log: await this.logs.read(tenant.organizationId, id) };
  }

  @OnMessage(securityMessages, 'identity')
  async record(@Payload() message: Parameters<SecurityLogsService['record']>[0]): Promise<void> {
    await this.logs.record(message);
  }
}
