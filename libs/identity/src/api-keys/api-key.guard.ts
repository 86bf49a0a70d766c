import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { contractOf, type ApiRequest } from '@tollgate/platform';
import { Callers } from './callers.js';

/**
 * Lets public calls in that carry a valid API key, or a person's session, with the permission for the call (catalog,
 * section 1.5; customers, section 14). Most were let in before their bodies were read (`KeysFirst`); none gets past this.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly callers: Callers) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const contract = contractOf(context);
    if (!contract || contract.access === 'anyone') return true;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (request.admittedTo === contract) return true;
    if (contract.access === 'person') {
      request.person = await this.callers.personOf(request);
      return true;
    }
    await this.callers.admit(request, contract);
    return true;
  }
}
