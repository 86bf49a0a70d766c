import { Controller, Param } from '@nestjs/common';
import { erasureRoutes, personalDataRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { MemberDataService } from './member-data.service.js';
import { MemberErasure } from './member-erasure.js';

@Controller()
export class MemberErasureController {
  constructor(
    private readonly erasure: MemberErasure,
    private readonly data: MemberDataService,
  ) {}

  @Call(erasureRoutes.eraseMember)
  async erase(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof erasureRoutes.eraseMember>> {
    return { erasure: await this.erasure.request(tenant, id) };
  }

  @Call(personalDataRoutes.readMember)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof personalDataRoutes.readMember>> {
    return { personal_data: await this.data.read(tenant, id) };
  }
}
