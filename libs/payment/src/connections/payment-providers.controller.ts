import { Controller, Param } from '@nestjs/common';
import { paymentProviderRoutes as routes } from '@tollgate/contracts';
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
import { PaymentMethodsService } from '../methods/payment-methods.service.js';
import { PaymentProvidersService } from './payment-providers.service.js';
import { SandboxCheckoutsService } from './sandbox-checkouts.service.js';

@Controller()
export class PaymentProvidersController {
  constructor(
    private readonly providers: PaymentProvidersService,
    private readonly methods: PaymentMethodsService,
    private readonly checkouts: SandboxCheckoutsService,
  ) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { payment_provider: await this.providers.create(tenant.organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.providers.list(tenant.organizationId, page);
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { payment_provider: await this.providers.update(tenant.organizationId, code, input) };
  }

  @Call(routes.health)
  async health(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.health>> {
    return { health: await this.providers.health(tenant.organizationId, code) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { payment_provider: await this.providers.remove(tenant.organizationId, code) };
  }

  @Call(routes.link)
  async link(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Input() input: InputOf<typeof routes.link>,
  ): Promise<AnswerOf<typeof routes.link>> {
    return { payment_method: await this.methods.link(tenant.organizationId, externalCustomerId, input) };
  }

  @Call(routes.readCheckout)
  async readCheckout(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.readCheckout>> {
    return { sandbox_checkout: await this.checkouts.read(tenant.organizationId, id) };
  }

  @Call(routes.completeCheckout)
  async completeCheckout(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof routes.completeCheckout>,
  ): Promise<AnswerOf<typeof routes.completeCheckout>> {
    return { sandbox_checkout: await this.checkouts.complete(tenant.organizationId, id, input) };
  }
}
