import { Controller, Param } from '@nestjs/common';
import { apiKeyRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { ApiKeysService } from './api-keys.service.js';

/** An organization's own calls about its keys (customers, section 13). */
@Controller()
export class OwnApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Call(apiKeyRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof apiKeyRoutes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof apiKeyRoutes.create>> {
    return { api_key: await this.keys.create(tenant.organizationId, input, { by: tenant, repetition }) };
  }

  @Call(apiKeyRoutes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Query() page: QueryOf<typeof apiKeyRoutes.list>,
  ): Promise<AnswerOf<typeof apiKeyRoutes.list>> {
    return this.keys.list(organizationId, page);
  }

  @Call(apiKeyRoutes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof apiKeyRoutes.read>> {
    return { api_key: await this.keys.read(organizationId, id) };
  }

  @Call(apiKeyRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof apiKeyRoutes.update>,
  ): Promise<AnswerOf<typeof apiKeyRoutes.update>> {
    return { api_key: await this.keys.update(tenant.organizationId, id, input, tenant) };
  }

  @Call(apiKeyRoutes.rotate)
  async rotate(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof apiKeyRoutes.rotate>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof apiKeyRoutes.rotate>> {
    return { api_key: await this.keys.rotate(tenant.organizationId, id, input, { by: tenant, repetition }) };
  }

  @Call(apiKeyRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof apiKeyRoutes.remove>> {
    return { api_key: await this.keys.revoke(tenant.organizationId, id, tenant) };
  }
}
