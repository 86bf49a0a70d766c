import { Controller, Param } from '@nestjs/common';
import { feeRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { FeesService } from './fees.service.js';

@Controller()
export class FeesController {
  constructor(private readonly fees: FeesService) {}

  @Call(feeRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof feeRoutes.list>,
  ): Promise<AnswerOf<typeof feeRoutes.list>> {
    return this.fees.list(tenant.organizationId, filters);
  }

  @Call(feeRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof feeRoutes.read>> {
    return { fee: await this.fees.read(tenant.organizationId, id) };
  }

  @Call(feeRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof feeRoutes.update>,
  ): Promise<AnswerOf<typeof feeRoutes.update>> {
    return { fee: await this.fees.setPaymentStatus(tenant.organizationId, id, raw) };
  }

  @Call(feeRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof feeRoutes.remove>> {
    return { fee: await this.fees.remove(tenant.organizationId, id) };
  }
}
