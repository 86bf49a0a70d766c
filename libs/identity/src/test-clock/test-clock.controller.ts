import { Controller } from '@nestjs/common';
import { testClockRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { TestClockService } from './test-clock.service.js';

@Controller()
export class TestClockController {
  constructor(private readonly clocks: TestClockService) {}

  @Call(testClockRoutes.read)
  async read(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<typeof testClockRoutes.read>> {
    return { test_clock: await this.clocks.read(tenant.organizationId) };
  }

  @Call(testClockRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof testClockRoutes.update>,
  ): Promise<AnswerOf<typeof testClockRoutes.update>> {
    return { test_clock: await this.clocks.advance(tenant.organizationId, Date.parse(input.frozen_time)) };
  }
}
