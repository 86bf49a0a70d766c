import { Controller, Param } from '@nestjs/common';
import { feeRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { FeesService } from './fees.service.js';

@Controller()
export class FeesController {
  constructor(private readonly fees: FeesService) {}

  @Call(feeRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof feeRoutes.read>> {
    return { fee: await this.fees.read(tenant.organizationId, id) };
  }
}
