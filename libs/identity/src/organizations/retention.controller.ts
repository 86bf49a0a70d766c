import { Controller } from '@nestjs/common';
import { retentionRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { RetentionService } from './retention.service.js';

@Controller()
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<typeof routes.read>> {
    return { retention: await this.retention.read(tenant.organizationId) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { retention: await this.retention.update(tenant.organizationId, input) };
  }
}
