import { Controller, Param } from '@nestjs/common';
import { subscriptionEntitlementRoutes as routes } from '@tollgate/contracts';
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
import { EntitlementChecksService } from './entitlement-checks.service.js';
import { pathOf } from '../../lifecycle/subscription-path.js';
import { SubscriptionEntitlementsService } from './subscription-entitlements.service.js';

type Entitlements = AnswerOf<typeof routes.list>;
type Status = QueryOf<typeof routes.list>;

@Controller()
export class SubscriptionEntitlementsController {
  constructor(
    private readonly entitlements: SubscriptionEntitlementsService,
    private readonly checks: EntitlementChecksService,
  ) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() status: Status,
  ): Promise<Entitlements> {
    return { entitlements: await this.entitlements.list(tenant.organizationId, pathOf(externalId, status)) };
  }

  @Call(routes.check)
  async check(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('feature_code') code: string,
    @Query() query: QueryOf<typeof routes.check>,
  ): Promise<AnswerOf<typeof routes.check>> {
    const path = pathOf(externalId, query);
    return { entitlement_check: await this.checks.check(tenant.organizationId, path, code, query.privilege) };
  }

  @Call(routes.merge)
  async merge(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() status: Status,
    @Input() raw: InputOf<typeof routes.merge>,
  ): Promise<Entitlements> {
    return { entitlements: await this.entitlements.merge(tenant.organizationId, pathOf(externalId, status), raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('feature_code') code: string,
    @Query() status: Status,
  ): Promise<Entitlements> {
    return { entitlements: await this.entitlements.remove(tenant.organizationId, pathOf(externalId, status), code) };
  }

  @Call(routes.removePrivilege)
  async removePrivilege(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('feature_code') code: string,
    @Param('privilege_code') privilegeCode: string,
    @Query() status: Status,
  ): Promise<Entitlements> {
    const path = pathOf(externalId, status);
    return {
      entitlements: await this.entitlements.removePrivilege(tenant.organizationId, path, code, privilegeCode),
    };
  }
}
