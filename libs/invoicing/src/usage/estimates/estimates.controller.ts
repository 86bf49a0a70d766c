import { Controller } from '@nestjs/common';
import { feeEstimateRoutes, type RawInput } from '@tollgate/contracts';
import { Body, Call, CurrentTenant, RawBody, type AnswerOf, type BodyOf, type Tenant } from '@tollgate/platform';
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
    @RawBody() raw: RawInput,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.estimate>> {
    return { fees: await answerable(this.estimates.estimate(tenant.organizationId, raw)) };
  }

  @Call(feeEstimateRoutes.instant)
  async estimateInstant(
    @CurrentTenant() tenant: Tenant,
    @RawBody() raw: RawInput,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.instant>> {
    return { fees: await answerable(this.instant.estimate(tenant.organizationId, [raw])) };
  }

  @Call(feeEstimateRoutes.instantBatch)
  async estimateInstantBatch(
    @CurrentTenant() tenant: Tenant,
    @Body() { events }: BodyOf<typeof feeEstimateRoutes.instantBatch>,
  ): Promise<AnswerOf<typeof feeEstimateRoutes.instantBatch>> {
    return { fees: await answerable(this.instant.estimate(tenant.organizationId, events)) };
  }
}
