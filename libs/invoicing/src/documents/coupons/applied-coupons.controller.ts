import { Controller, Param } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { appliedCouponRoutes as routes, type Message } from '@tollgate/contracts';
import {
  Call,
  Clock,
  CurrentTenant,
  Input,
  OnMessage,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { terminateAppliedCoupons } from '../../model/coupons/applied-coupons.repository.js';
import { AppliedCouponsService } from './applied-coupons.service.js';

@Controller()
export class AppliedCouponsController {
  constructor(private readonly appliedCoupons: AppliedCouponsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { applied_coupon: await this.appliedCoupons.create(tenant.organizationId, raw, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.appliedCoupons.list(tenant.organizationId, filters);
  }

  @Call(routes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.listOfCustomer>,
  ): Promise<AnswerOf<typeof routes.listOfCustomer>> {
    return this.appliedCoupons.list(tenant.organizationId, filters, externalCustomerId);
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('applied_coupon_id') id: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { applied_coupon: await this.appliedCoupons.remove(tenant.organizationId, externalCustomerId, id) };
  }
}

/** Handles messages of the catalog about coupons. */
@Controller()
export class CouponMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /** Ends a deleted coupon for every customer who has it. */
  @OnMessage('coupon.deleted', 'invoicing')
  async onDeleted(@Payload() message: Message<'coupon.deleted'>): Promise<void> {
    const now = await this.clock.now(message.organization_id);
    await this.database.handleOnce(message, (transaction) =>
      terminateAppliedCoupons(transaction, 'coupon_id', message.payload.coupon_id, now),
    );
  }
}
