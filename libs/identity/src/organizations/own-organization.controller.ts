import { Controller } from '@nestjs/common';
import { organizationRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { OwnOrganizationService } from './own-organization.service.js';

@Controller()
export class OwnOrganizationController {
  constructor(private readonly organizations: OwnOrganizationService) {}

  @Call(organizationRoutes.read)
  async read(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<typeof organizationRoutes.read>> {
    return { organization: await this.organizations.read(tenant.organizationId) };
  }

  @Call(organizationRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof organizationRoutes.update>,
  ): Promise<AnswerOf<typeof organizationRoutes.update>> {
    return { organization: await this.organizations.update(tenant.organizationId, input) };
  }
}
