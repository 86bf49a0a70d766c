import { Controller, Param } from '@nestjs/common';
import { couponRoutes as routes } from '@tollgate/contracts';
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
import { CouponsService } from './coupons.service.js';

@Controller()
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { coupon: await this.coupons.create(tenant.organizationId, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.coupons.list(tenant.organizationId, page);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.read>> {
    return { coupon: await this.coupons.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { coupon: await this.coupons.update(tenant.organizationId, code, raw) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { coupon: await this.coupons.remove(tenant.organizationId, code) };
  }
}
