import { Controller, Param } from '@nestjs/common';
import { roleRoutes } from '@tollgate/contracts';
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
import { RolesService } from './roles.service.js';

type Routes = typeof roleRoutes;

@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Call(roleRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<Routes['create']>,
  ): Promise<AnswerOf<Routes['create']>> {
    return { role: await this.roles.create(tenant, input) };
  }

  @Call(roleRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<Routes['list']>,
  ): Promise<AnswerOf<Routes['list']>> {
    return this.roles.list(tenant, page);
  }

  @Call(roleRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<Routes['read']>> {
    return { role: await this.roles.read(tenant, code) };
  }

  @Call(roleRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<Routes['update']>,
  ): Promise<AnswerOf<Routes['update']>> {
    return { role: await this.roles.update(tenant, code, input) };
  }

  @Call(roleRoutes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<Routes['remove']>> {
    return { role: await this.roles.remove(tenant, code) };
  }
}
