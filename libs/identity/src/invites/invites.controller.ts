import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { inviteRoutes } from '@tollgate/contracts';
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
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { InvitesService } from './invites.service.js';
import { Joining } from './joining.service.js';

type Routes = typeof inviteRoutes;

@Controller()
export class InvitesController {
  constructor(
    private readonly invites: InvitesService,
    private readonly joining: Joining,
    private readonly cookies: SessionCookies,
  ) {}

  @Call(inviteRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<Routes['create']>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<Routes['create']>> {
    return { invite: await this.invites.create(tenant, input, repetition) };
  }

  @Call(inviteRoutes.accept)
  async accept(
    @Input() input: InputOf<Routes['accept']>,
    @CurrentOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<Routes['accept']>> {
    const { session, organizationId } = await this.joining.accept(input, origin);
    return { session: this.cookies.handOver(session, origin, reply), organization_id: organizationId };
  }

  @Call(inviteRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: QueryOf<Routes['list']>,
  ): Promise<AnswerOf<Routes['list']>> {
    return this.invites.list(tenant, query);
  }

  @Call(inviteRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<Routes['update']>,
  ): Promise<AnswerOf<Routes['update']>> {
    return { invite: await this.invites.update(tenant, id, input) };
  }

  @Call(inviteRoutes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<Routes['remove']>> {
    return { invite: await this.invites.revoke(tenant, id) };
  }
}
