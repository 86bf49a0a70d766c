import { Controller, Param } from '@nestjs/common';
import { paymentRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { payment: await this.payments.create(tenant.organizationId, input, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.payments.list(tenant.organizationId, filters, may);
  }

  @Call(routes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.listOfCustomer>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.listOfCustomer>> {
    return this.payments.list(tenant.organizationId, filters, may, externalCustomerId);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() { expand }: QueryOf<typeof routes.read>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { payment: await this.payments.read(tenant.organizationId, id, { expand, may }) };
  }
}
