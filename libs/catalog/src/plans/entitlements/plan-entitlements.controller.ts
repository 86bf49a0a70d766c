import { Controller, Param } from '@nestjs/common';
import { planEntitlementRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { PlanEntitlementsService } from './plan-entitlements.service.js';

@Controller()
export class PlanEntitlementsController {
  constructor(private readonly entitlements: PlanEntitlementsService) {}

  @Call(routes.list)
  async list(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.list>> {
    return { entitlements: await this.entitlements.list(tenant.organizationId, code) };
  }

  @Call(routes.replace)
  async replace(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.replace>,
  ): Promise<AnswerOf<typeof routes.replace>> {
    return { entitlements: await this.entitlements.replace(tenant.organizationId, code, raw) };
  }

  @Call(routes.merge)
  async merge(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.merge>,
  ): Promise<AnswerOf<typeof routes.merge>> {
    return { entitlements: await this.entitlements.merge(tenant.organizationId, code, raw) };
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('feature_code') featureCode: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { entitlement: await this.entitlements.read(tenant.organizationId, code, featureCode) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('feature_code') featureCode: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { entitlement: await this.entitlements.remove(tenant.organizationId, code, featureCode) };
  }

  @Call(routes.removePrivilege)
  async removePrivilege(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('feature_code') featureCode: string,
    @Param('privilege_code') privilegeCode: string,
  ): Promise<AnswerOf<typeof routes.removePrivilege>> {
    return {
      entitlement: await this.entitlements.removePrivilege(tenant.organizationId, code, featureCode, privilegeCode),
    };
  }
}
