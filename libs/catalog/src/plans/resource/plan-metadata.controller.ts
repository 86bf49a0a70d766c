import { Controller, Param } from '@nestjs/common';
import { planMetadataRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { PlanMetadataService } from './plan-metadata.service.js';

type MetadataAnswer = AnswerOf<typeof routes.merge>;

@Controller()
export class PlanMetadataController {
  constructor(private readonly metadata: PlanMetadataService) {}

  @Call(routes.replace)
  async replace(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.replace>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.metadata.replace(tenant.organizationId, code, raw) };
  }

  @Call(routes.merge)
  async merge(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.merge>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.metadata.merge(tenant.organizationId, code, raw) };
  }

  @Call(routes.put)
  async put(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.put>,
  ): Promise<MetadataAnswer> {
    return this.merge(tenant, code, raw);
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<MetadataAnswer> {
    return { metadata: await this.metadata.remove(tenant.organizationId, code) };
  }

  @Call(routes.removeKey)
  async removeKey(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('key') key: string,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.metadata.removeKey(tenant.organizationId, code, key) };
  }
}
