import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { organizationRoutes } from '@tollgate/contracts';
import { Config, sameSecret, Unauthorized, unwrap, inputOf } from '@tollgate/platform';
import { keyOfHeader } from '../api-keys/api-key.js';
import { OrganizationsService } from './organizations.service.js';

/** Operators' calls, under the admin key. */
@Controller('/admin/organizations')
export class OrganizationsController {
  constructor(
    private readonly config: Config,
    private readonly organizations: OrganizationsService,
  ) {}

  @Post()
  @HttpCode(200)
  async create(@Headers('authorization') authorization: string | undefined, @Body() body: unknown) {
    this.authenticate(authorization);
    return this.organizations.create(inputOf(organizationRoutes.create, body));
  }

  /** Creates a pricing unit for the organization's charges. */
  @Post('/:svc_id/pricing_units')
  @HttpCode(200)
  async createPricingUnit(
    @Headers('authorization') authorization: string | undefined,
    @Param('svc_id') id: string,
    @Body() body: unknown,
  ) {
    this.authenticate(authorization);
    return { pricing_unit: await this.organizations.createPricingUnit(id, unwrap(body, 'pricing_unit')) };
  }

  /**
   * Registers an external accounting, tax or sales system that customers can be mapped to (customers, section 2.13).
   */
  @Post('/:svc_id/integrations')
  @HttpCode(200)
  async createIntegration(
    @Headers('authorization') authorization: string | undefined,
    @Param('svc_id') id: string,
    @Body() body: unknown,
  ) {
    this.authenticate(authorization);
    return { integration: await this.organizations.createIntegration(id, unwrap(body, 'integration')) };
  }

  private authenticate(authorization: string | undefined): void {
    if (!sameSecret(keyOfHeader(authorization) ?? '', this.config.adminApiKey)) throw new Unauthorized();
  }
}
