import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { contractOf, type ApiRequest } from '@tollgate/platform';
import { Callers } from './callers.js';

/**
 * Admits public calls with a valid API key or session that has the permission for the call (catalog, section 1.5;
 * customers, section 14). Calls of the portal need the token of a customer instead (customers, section 3). Most calls are admitted before their bodies are read (`KeysFirst`); this guard covers all
 * others.
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
    await this.callers.admitCall(request, contract);
    return true;
  }
}
