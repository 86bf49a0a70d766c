import { Controller, Param } from '@nestjs/common';
import { personalDataRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { PersonalDataService } from './personal-data.service.js';

/** Discloses personal data (customers, section 17). */
@Controller()
export class PersonalDataController {
  constructor(private readonly personalData: PersonalDataService) {}

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { personal_data: await this.personalData.read(tenant.organizationId, externalId) };
  }
}
