import { Controller } from '@nestjs/common';
import { paymentRoutes } from '@tollgate/contracts';
import { Body, Call, CurrentTenant, type AnswerOf, type BodyOf, type Tenant } from '@tollgate/platform';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Call(paymentRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Body() input: BodyOf<typeof paymentRoutes.create>,
  ): Promise<AnswerOf<typeof paymentRoutes.create>> {
    return { payment: await this.payments.create(tenant.organizationId, input) };
  }
}
