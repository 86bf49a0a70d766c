import { Controller, Param } from '@nestjs/common';
import { ownPortalPersonRoutes as ownRoutes, portalPersonRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type CallingCustomer,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { PortalPeopleService } from './portal-people.service.js';

/** People of customers: calls of the organization, and of the customers themselves. */
@Controller()
export class PortalPeopleController {
  constructor(private readonly people: PortalPeopleService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { portal_person: await this.people.create({ organizationId, externalId }, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.people.list({ organizationId, externalId }, filters);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { portal_person: await this.people.read({ organizationId, externalId }, id) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { portal_person: await this.people.update({ organizationId, externalId }, id, input) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalId: string,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { portal_person: await this.people.remove({ organizationId, externalId }, id) };
  }

  @Call(ownRoutes.invite)
  async invite(
    @CurrentCustomer() caller: CallingCustomer,
    @Input() input: InputOf<typeof ownRoutes.invite>,
  ): Promise<AnswerOf<typeof ownRoutes.invite>> {
    return { portal_person: await this.people.create(caller, input) };
  }

  @Call(ownRoutes.list)
  async listOwn(
    @CurrentCustomer() caller: CallingCustomer,
    @Query() filters: QueryOf<typeof ownRoutes.list>,
  ): Promise<AnswerOf<typeof ownRoutes.list>> {
    return this.people.list(caller, filters);
  }

  @Call(ownRoutes.update)
  async updateOwn(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof ownRoutes.update>,
  ): Promise<AnswerOf<typeof ownRoutes.update>> {
    return { portal_person: await this.people.update(caller, id, input) };
  }

  @Call(ownRoutes.remove)
  async removeOwn(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof ownRoutes.remove>> {
    return { portal_person: await this.people.remove(caller, id) };
  }
}
