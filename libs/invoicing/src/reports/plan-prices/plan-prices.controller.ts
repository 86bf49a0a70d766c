import { Controller } from '@nestjs/common';
import { planPriceRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { PlanPricesService } from './plan-prices.service.js';

@Controller()
export class PlanPricesController {
  constructor(private readonly prices: PlanPricesService) {}

  @Call(routes.price)
  async price(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof routes.price>,
  ): Promise<AnswerOf<typeof routes.price>> {
    return { plan_prices: await answerable(this.prices.price(tenant.organizationId, raw)) };
  }
}
