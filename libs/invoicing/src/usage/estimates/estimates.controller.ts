import { Controller } from '@nestjs/common';
import { feeEstimateRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { EstimatesService } from './estimates.service.js';
import { InstantEstimatesService } from './instant-estimates.service.js';

@Controller()
export class EstimatesController {
  constructor(
    private readonly estimates: EstimatesService,
    private readonly instant: InstantEstimatesService,
  ) {}

  @Call(feeEstimateRoutes.estimate)
  async estimate(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof feeEstimateRoutes.estimate>,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.estimate>> {
    return { fees: await answerable(this.estimates.estimate(tenant.organizationId, raw)) };
  }

  @Call(feeEstimateRoutes.instant)
  async estimateInstant(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof feeEstimateRoutes.instant>,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.instant>> {
    return { fees: await answerable(this.instant.estimate(tenant.organizationId, [raw])) };
  }

  @Call(feeEstimateRoutes.instantBatch)
  async estimateInstantBatch(
    @CurrentTenant() tenant: Tenant,
    @Input() { events }: InputOf<typeof feeEstimateRoutes.instantBatch>,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.instantBatch>> {
    return { fees: await answerable(this.instant.estimate(tenant.organizationId, events)) };
  }
}
