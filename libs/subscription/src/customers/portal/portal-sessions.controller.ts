import { Controller, Param } from '@nestjs/common';
import { portalSessionRoutes as routes } from '@tollgate/contracts';
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
import { PortalSessionsService } from './portal-sessions.service.js';

@Controller()
export class PortalSessionsController {
  constructor(private readonly sessions: PortalSessionsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { portal_session: await this.sessions.create(organizationId, externalId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.sessions.list(organizationId, externalId, filters);
  }

  @Call(routes.revoke)
  async revoke(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.revoke>> {
    return { portal_session: await this.sessions.revoke(organizationId, externalId, id) };
  }
}
