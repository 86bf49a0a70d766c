import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { contractOf, currentContext, Forbidden, Unauthorized, type ApiRequest } from '@tollgate/platform';
import { ApiKeys } from './api-keys.reader.js';
import { keyOfHeader } from './api-key.js';

/** Lets public calls in that carry a valid API key with the permission for the call (catalog, section 1.5). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly apiKeys: ApiKeys) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const contract = contractOf(context);
    if (!contract) return true;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const key = keyOfHeader(request.headers.authorization);
    const holder = key === null ? null : await this.apiKeys.holderOf(key);
    if (!holder) throw new Unauthorized();
    const mode = request.method === 'GET' ? 'read' : 'write';
    if (holder.permissions && !holder.permissions[contract.permission]?.includes(mode)) {
      throw new Forbidden(`${mode}_action_not_allowed_for_${contract.permission}`);
    }
    request.tenant = { organizationId: holder.organizationId, apiKeyId: holder.apiKeyId };
    const ambient = currentContext();
    if (ambient) {
      ambient.organizationId = holder.organizationId;
      ambient.actor = { source: 'api', api_key_id: holder.apiKeyId, user_id: null, user_email: null };
    }
    return true;
  }
}
