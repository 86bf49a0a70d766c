import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiKeyFilters, apiKeyRoutes, readQuery } from '@tollgate/contracts';
import { inputOf, ValidationFailed } from '@tollgate/platform';
import { AdminKeyGuard } from './admin-key.guard.js';
import { ApiKeysService } from './api-keys.service.js';

/** Operators' calls about the API keys of an organization, under the admin key. */
@Controller('/admin/organizations/:organization_id/api_keys')
@UseGuards(AdminKeyGuard)
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  async list(@Param('organization_id') organizationId: string, @Query() rawQuery: Record<string, unknown>) {
    const read = readQuery(ApiKeyFilters, rawQuery);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return this.keys.list(organizationId, read.input);
  }

  @Post()
  @HttpCode(200)
  async create(@Param('organization_id') organizationId: string, @Body() body: unknown) {
    return { api_key: await this.keys.create(organizationId, inputOf(apiKeyRoutes.create, body)) };
  }

  @Put('/:svc_id')
  async update(@Param('organization_id') organizationId: string, @Param('svc_id') id: string, @Body() body: unknown) {
    return { api_key: await this.keys.update(organizationId, id, inputOf(apiKeyRoutes.update, body)) };
  }

  @Post('/:svc_id/rotate')
  @HttpCode(200)
  async rotate(@Param('organization_id') organizationId: string, @Param('svc_id') id: string, @Body() body: unknown) {
    return { api_key: await this.keys.rotate(organizationId, id, inputOf(apiKeyRoutes.rotate, body)) };
  }

  @Delete('/:svc_id')
  async revoke(@Param('organization_id') organizationId: string, @Param('svc_id') id: string) {
    return { api_key: await this.keys.revoke(organizationId, id) };
  }
}
