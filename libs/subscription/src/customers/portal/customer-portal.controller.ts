import { Controller, Param } from '@nestjs/common';
import { customerRoutes, portalRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  CurrentTenant,
  Input,
  type AnswerOf,
  type CallingCustomer,
  type InputOf,
  type Tenant,
} from '@tollgate/platform';
import { PortalAddresses } from './portal-addresses.service.js';
import { PortalCustomersService } from './portal-customers.service.js';

@Controller()
export class CustomerPortalController {
  constructor(
    private readonly addresses: PortalAddresses,
    private readonly customers: PortalCustomersService,
  ) {}

  @Call(customerRoutes.portalUrl)
  async portalUrl(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalId: string,
  ): Promise<AnswerOf<typeof customerRoutes.portalUrl>> {
    return { customer: { portal_url: await this.addresses.urlOf(tenant.organizationId, externalId) } };
  }

  @Call(routes.customer)
  async read(@CurrentCustomer() caller: CallingCustomer): Promise<AnswerOf<typeof routes.customer>> {
    return this.customers.read(caller);
  }

  @Call(routes.updateCustomer)
  async update(
    @CurrentCustomer() caller: CallingCustomer,
    @Input() raw: InputOf<typeof routes.updateCustomer>,
  ): Promise<AnswerOf<typeof routes.updateCustomer>> {
    return { customer: await this.customers.update(caller, raw) };
  }
}
