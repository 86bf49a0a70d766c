import { Controller, Param } from '@nestjs/common';
import { priceTestRoutes as routes } from '@tollgate/contracts';
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
import { PriceTestStories } from './price-test-stories.service.js';
import { PriceTestsService } from './price-tests.service.js';

@Controller()
export class PriceTestsController {
  constructor(
    private readonly tests: PriceTestsService,
    private readonly stories: PriceTestStories,
  ) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { price_test: await this.tests.create(tenant.organizationId, code, raw, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.tests.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { price_test: await this.tests.read(tenant.organizationId, id) };
  }

  @Call(routes.results)
  async results(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof routes.results>,
  ): Promise<AnswerOf<typeof routes.results>> {
    return this.tests.results(tenant.organizationId, id, filters);
  }

  @Call(routes.story)
  async story(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Param('external_subscription_id') externalSubscriptionId: string,
  ): Promise<AnswerOf<typeof routes.story>> {
    return { price_test_result: await this.stories.read(tenant.organizationId, id, externalSubscriptionId) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { price_test: await this.tests.update(tenant.organizationId, id, input) };
  }

  @Call(routes.stop)
  async stop(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.stop>> {
    return { price_test: await this.tests.stop(tenant.organizationId, id) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.remove>> {
    return { price_test: await this.tests.remove(tenant.organizationId, id) };
  }
}
