import { Controller, Param } from '@nestjs/common';
import { featureRoutes as routes } from '@tollgate/contracts';
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
import { FeaturesService } from './features.service.js';

type FeatureAnswer = AnswerOf<typeof routes.read>;

@Controller()
export class FeaturesController {
  constructor(private readonly features: FeaturesService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { feature: await this.features.create(tenant.organizationId, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.features.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<FeatureAnswer> {
    return { feature: await this.features.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<FeatureAnswer> {
    return { feature: await this.features.update(tenant.organizationId, code, raw) };
  }

  @Call(routes.patch)
  async patch(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.patch>,
  ): Promise<FeatureAnswer> {
    return this.update(tenant, code, raw);
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<FeatureAnswer> {
    return { feature: await this.features.remove(tenant.organizationId, code) };
  }

  @Call(routes.removePrivilege)
  async removePrivilege(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('privilege_code') privilegeCode: string,
  ): Promise<FeatureAnswer> {
    return { feature: await this.features.removePrivilege(tenant.organizationId, code, privilegeCode) };
  }
}
