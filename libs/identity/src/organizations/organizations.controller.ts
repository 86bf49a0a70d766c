import { Controller, Param } from '@nestjs/common';
import { operatorCalls } from '@tollgate/contracts';
import { Call, Input, type AnswerOf, type InputOf } from '@tollgate/platform';
import { OrganizationsService } from './organizations.service.js';

type Calls = typeof operatorCalls;

/** Operators' calls that create organizations and what belongs to them. */
@Controller()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Call(operatorCalls.createOrganization)
  async create(@Input() input: InputOf<Calls['createOrganization']>): Promise<AnswerOf<Calls['createOrganization']>> {
    return this.organizations.create(input);
  }

  /** Creates a pricing unit for the organization's charges. */
  @Call(operatorCalls.createPricingUnit)
  async createPricingUnit(
    @Param('organization_id') id: string,
    @Input() input: InputOf<Calls['createPricingUnit']>,
  ): Promise<AnswerOf<Calls['createPricingUnit']>> {
    return { pricing_unit: await this.organizations.createPricingUnit(id, input) };
  }

  /**
   * Registers an external accounting, tax or sales system that customers can be mapped to (customers, section 2.13).
   */
  @Call(operatorCalls.createIntegration)
  async createIntegration(
    @Param('organization_id') id: string,
    @Input() input: InputOf<Calls['createIntegration']>,
  ): Promise<AnswerOf<Calls['createIntegration']>> {
    return { integration: await this.organizations.createIntegration(id, input) };
  }
}
