import { Controller, Param } from '@nestjs/common';
import { portalPaymentRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type CallingCustomer,
  type InputOf,
  type QueryOf,
  type Repetition,
} from '@tollgate/platform';
import { PortalMethodsService } from './portal-methods.service.js';
import { PortalPaymentsService } from './portal-payments.service.js';

/** Payments and payment methods of customers in the portal (customers, section 3.2). */
@Controller()
export class PortalPaymentsController {
  constructor(
    private readonly payments: PortalPaymentsService,
    private readonly methods: PortalMethodsService,
  ) {}

  @Call(routes.pay)
  async pay(
    @CurrentCustomer() caller: CallingCustomer,
    @Input() input: InputOf<typeof routes.pay>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.pay>> {
    return { payment: await this.payments.pay(caller, input, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentCustomer() caller: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.payments.list(caller, filters);
  }

  @Call(routes.methods)
  async listMethods(
    @CurrentCustomer() caller: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.methods>,
  ): Promise<AnswerOf<typeof routes.methods>> {
    return this.methods.list(caller, filters);
  }

  @Call(routes.enterMethod)
  async enter(@CurrentCustomer() caller: CallingCustomer): Promise<AnswerOf<typeof routes.enterMethod>> {
    return { payment_method_page: { url: await this.methods.enter(caller) } };
  }

  @Call(routes.setAsDefault)
  async setAsDefault(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.setAsDefault>> {
    return { payment_method: await this.methods.setAsDefault(caller, id) };
  }

  @Call(routes.removeMethod)
  async remove(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.removeMethod>> {
    return { payment_method: await this.methods.remove(caller, id) };
  }
}
