import { Controller, Param } from '@nestjs/common';
import { portalExplanationRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentCustomer, type AnswerOf, type CallingCustomer } from '@tollgate/platform';
import { ExplanationsService } from './explanations.service.js';
import { presentLineToCustomer, presentToCustomer } from './portal-explanation.presenter.js';

/** The explanations that customers see in the portal (customers, section 3.3). */
@Controller()
export class PortalExplanationsController {
  constructor(private readonly explanations: ExplanationsService) {}

  @Call(routes.invoice)
  async invoice(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoice>> {
    const explanation = await this.explanations.ofInvoice(organizationId, id, customerId);
    return { explanation: presentToCustomer(explanation) };
  }

  @Call(routes.fee)
  async fee(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.fee>> {
    const { explanation, reason } = await this.explanations.ofFee(organizationId, id, customerId);
    return { explanation: explanation && presentLineToCustomer(explanation), reason };
  }
}
