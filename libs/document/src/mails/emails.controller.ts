import { Controller, Param } from '@nestjs/common';
import { emailRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { EmailsService } from './emails.service.js';

@Controller()
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.emails.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { email: await this.emails.read(tenant.organizationId, id) };
  }

  @Call(routes.resend)
  async resend(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.resend>> {
    return { email: await this.emails.resend(tenant.organizationId, id) };
  }
}
