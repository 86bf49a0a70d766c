import { Controller } from '@nestjs/common';
import { eventResendRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { ResendsService } from './resends.service.js';

@Controller()
export class ResendsController {
  constructor(private readonly resends: ResendsService) {}

  @Call(eventResendRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof eventResendRoutes.create>,
  ): Promise<AnswerOf<typeof eventResendRoutes.create>> {
    return { events: await this.resends.create(tenant, input) };
  }
}
