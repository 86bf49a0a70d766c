import { Controller, Param } from '@nestjs/common';
import { explanationRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { ExplanationsService } from './explanations.service.js';

@Controller()
export class ExplanationsController {
  constructor(private readonly explanations: ExplanationsService) {}

  @Call(routes.fee)
  async fee(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.fee>> {
    return this.explanations.ofFee(tenant.organizationId, id);
  }

  @Call(routes.invoice)
  async invoice(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoice>> {
    return { explanation: await this.explanations.ofInvoice(tenant.organizationId, id) };
  }
}
