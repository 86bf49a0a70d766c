import { Controller, Param } from '@nestjs/common';
import { explanationRoutes as routes, feeEventRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { ExplanationsService } from './explanations.service.js';
import { FeeEventsService } from './fee-events.service.js';
import { UsageExplanationsService } from './usage-explanations.service.js';

@Controller()
export class ExplanationsController {
  constructor(
    private readonly explanations: ExplanationsService,
    private readonly usageExplanations: UsageExplanationsService,
    private readonly feeEvents: FeeEventsService,
  ) {}

  @Call(routes.fee)
  async fee(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.fee>> {
    return this.explanations.ofFee(tenant.organizationId, id);
  }

  @Call(feeEventRoutes.list)
  async eventsOfFee(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof feeEventRoutes.list>,
  ): Promise<AnswerOf<typeof feeEventRoutes.list>> {
    return this.feeEvents.list(tenant.organizationId, id, filters);
  }

  @Call(routes.invoice)
  async invoice(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoice>> {
    return { explanation: await this.explanations.ofInvoice(tenant.organizationId, id) };
  }

  @Call(routes.currentUsage)
  async currentUsage(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.currentUsage>,
  ): Promise<AnswerOf<typeof routes.currentUsage>> {
    return answerable(this.usageExplanations.list(tenant.organizationId, externalCustomerId, filters));
  }
}
