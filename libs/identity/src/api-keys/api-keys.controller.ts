import { Controller, Param } from '@nestjs/common';
import { operatorCalls } from '@tollgate/contracts';
import { Call, Input, Query, type AnswerOf, type InputOf, type QueryOf } from '@tollgate/platform';
import { ApiKeysService } from './api-keys.service.js';

type Calls = typeof operatorCalls;

/** Operators' calls about the API keys of an organization, under the admin key. */
@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Call(operatorCalls.listApiKeys)
  async list(
    @Param('organization_id') organizationId: string,
    @Query() filters: QueryOf<Calls['listApiKeys']>,
  ): Promise<AnswerOf<Calls['listApiKeys']>> {
    return this.keys.list(organizationId, filters);
  }

  @Call(operatorCalls.createApiKey)
  async create(
    @Param('organization_id') organizationId: string,
    @Input() input: InputOf<Calls['createApiKey']>,
  ): Promise<AnswerOf<Calls['createApiKey']>> {
    return { api_key: await this.keys.create(organizationId, input) };
  }

  @Call(operatorCalls.updateApiKey)
  async update(
    @Param('organization_id') organizationId: string,
    @Param('svc_id') id: string,
    @Input() input: InputOf<Calls['updateApiKey']>,
  ): Promise<AnswerOf<Calls['updateApiKey']>> {
    return { api_key: await this.keys.update(organizationId, id, input) };
  }

  @Call(operatorCalls.rotateApiKey)
  async rotate(
    @Param('organization_id') organizationId: string,
    @Param('svc_id') id: string,
    @Input() input: InputOf<Calls['rotateApiKey']>,
  ): Promise<AnswerOf<Calls['rotateApiKey']>> {
    return { api_key: await this.keys.rotate(organizationId, id, input) };
  }

  @Call(operatorCalls.removeApiKey)
  async revoke(
    @Param('organization_id') organizationId: string,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<Calls['removeApiKey']>> {
    return { api_key: await this.keys.revoke(organizationId, id) };
  }
}
