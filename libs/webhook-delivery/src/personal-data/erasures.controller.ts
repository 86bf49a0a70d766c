import { Controller, Param } from '@nestjs/common';
import { ErasureCreate, erasureRoutes as routes, readBody } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Query,
  RawBodyIfPresent,
  ValidationFailed,
  type AnswerOf,
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
    @RawBodyIfPresent() raw: Record<string, unknown>,
  ): Promise<AnswerOf<typeof routes.create>> {
    const read = readBody(ErasureCreate, raw);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return { erasure: await this.erasures.request(tenant.organizationId, externalId, read.input) };
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
