import { Controller, Param } from '@nestjs/common';
import { subscriptionRoutes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { namedMethodId } from '../../model/agreement/payment-methods.js';
import { CardHold, readAuthorization } from './authorization.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Each answer has its own members besides the subscription's (subscriptions, section 1.1). */
@Controller()
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Call(subscriptionRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof subscriptionRoutes.create>,
    @Input('authorization') authorization: unknown,
  ): Promise<AnswerOf<typeof subscriptionRoutes.create>> {
    const requested = readAuthorization(authorization);
    if (!requested) return { subscription: await this.subscriptions.create(tenant.organizationId, input) };
    const hold = new CardHold(requested, namedMethodId(input.payment_method));
    const subscription = await this.subscriptions.create(tenant.organizationId, input, { hold });
    return { subscription, ...(hold.held ? { authorization: hold.held } : {}) };
  }

  @Call(subscriptionRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof subscriptionRoutes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof subscriptionRoutes.list>> {
    return this.subscriptions.list(tenant.organizationId, filters, may);
  }

  @Call(subscriptionRoutes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof subscriptionRoutes.listOfCustomer>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof subscriptionRoutes.listOfCustomer>> {
    return this.subscriptions.list(tenant.organizationId, filters, may, externalCustomerId);
  }

  @Call(subscriptionRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() { status, expand }: QueryOf<typeof subscriptionRoutes.read>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof subscriptionRoutes.read>> {
    return { subscription: await this.subscriptions.read(tenant.organizationId, externalId, status, { expand, may }) };
  }

  @Call(subscriptionRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() { status }: QueryOf<typeof subscriptionRoutes.update>,
    @Input() input: InputOf<typeof subscriptionRoutes.update>,
  ): Promise<AnswerOf<typeof subscriptionRoutes.update>> {
    const { entitlements: _entitlements, ...subscription } = await this.subscriptions.update(
      tenant.organizationId,
      externalId,
      status,
      input,
    );
    return { subscription };
  }

  @Call(subscriptionRoutes.terminate)
  async terminate(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() options: QueryOf<typeof subscriptionRoutes.terminate>,
  ): Promise<AnswerOf<typeof subscriptionRoutes.terminate>> {
    const {
      entitlements: _entitlements,
      applicable_usage_thresholds: _thresholds,
      ...subscription
    } = await this.subscriptions.terminate(tenant.organizationId, externalId, options);
    return { subscription };
  }
}
