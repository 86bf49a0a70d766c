import { Controller, Param } from '@nestjs/common';
import { lifetimeUsageRoutes } from '@tollgate/contracts';
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
import { LifetimeUsageService } from './lifetime-usage.service.js';

@Controller()
export class LifetimeUsageController {
  constructor(private readonly usages: LifetimeUsageService) {}

  @Call(lifetimeUsageRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() query: QueryOf<typeof lifetimeUsageRoutes.read>,
  ): Promise<AnswerOf<typeof lifetimeUsageRoutes.read>> {
    return {
      lifetime_usage: await this.usages.read(
        tenant.organizationId,
        externalId,
        query.status ?? query.subscription_status,
      ),
    };
  }

  @Call(lifetimeUsageRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() query: QueryOf<typeof lifetimeUsageRoutes.update>,
    @Input() input: InputOf<typeof lifetimeUsageRoutes.update>,
  ): Promise<AnswerOf<typeof lifetimeUsageRoutes.update>> {
    return {
      lifetime_usage: await this.usages.update(
        tenant.organizationId,
        externalId,
        query.status ?? query.subscription_status,
        input,
      ),
    };
  }
}
