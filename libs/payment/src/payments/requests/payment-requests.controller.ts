import { Controller, Param } from '@nestjs/common';
import { paymentRequestRoutes as routes } from '@tollgate/contracts';
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
import { PaymentRequestsService } from './payment-requests.service.js';

@Controller()
export class PaymentRequestsController {
  constructor(private readonly requests: PaymentRequestsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { payment_request: await this.requests.create(tenant.organizationId, input, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.requests.list(tenant.organizationId, filters);
  }

  @Call(routes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.listOfCustomer>,
  ): Promise<AnswerOf<typeof routes.listOfCustomer>> {
    return this.requests.list(tenant.organizationId, filters, externalCustomerId);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { payment_request: await this.requests.read(tenant.organizationId, id) };
  }
}
