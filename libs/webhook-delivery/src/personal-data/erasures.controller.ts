import { Controller, Param } from '@nestjs/common';
import { erasureRoutes as routes } from '@tollgate/contracts';
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
import { ErasuresService } from './erasures.service.js';

/** Erasures of personal data (customers, section 17). */
@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { erasure: await this.erasures.request(tenant.organizationId, externalId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.erasures.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { erasure: await this.erasures.read(tenant.organizationId, id) };
  }
}
