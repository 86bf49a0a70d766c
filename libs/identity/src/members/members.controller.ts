import { Controller, Param } from '@nestjs/common';
import { memberRoutes } from '@tollgate/contracts';
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
import { MembersService } from './members.service.js';

type Routes = typeof memberRoutes;

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Call(memberRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: QueryOf<Routes['list']>,
  ): Promise<AnswerOf<Routes['list']>> {
    return this.members.list(tenant, query);
  }

  @Call(memberRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<Routes['read']>> {
    return { member: await this.members.read(tenant, id) };
  }

  @Call(memberRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<Routes['update']>,
  ): Promise<AnswerOf<Routes['update']>> {
    return { member: await this.members.update(tenant, id, input) };
  }

  @Call(memberRoutes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<Routes['remove']>> {
    return { member: await this.members.revoke(tenant, id) };
  }
}
