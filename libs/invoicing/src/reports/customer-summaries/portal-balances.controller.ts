import { Controller } from '@nestjs/common';
import { portalRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentCustomer, type AnswerOf, type CallingCustomer } from '@tollgate/platform';
import { CustomerSummariesService } from './customer-summaries.service.js';

/** The amounts due that customers see in the portal (webhooks, section 24). */
@Controller()
export class PortalBalancesController {
  constructor(private readonly summaries: CustomerSummariesService) {}

  @Call(routes.overdueBalance)
  async read(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
  ): Promise<AnswerOf<typeof routes.overdueBalance>> {
    return { overdue_balance: await this.summaries.balanceOf(organizationId, customerId) };
  }
}
