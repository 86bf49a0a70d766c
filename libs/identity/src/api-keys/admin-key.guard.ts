import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Config, sameSecret, Unauthorized, type ApiRequest } from '@tollgate/platform';
import { keyOfHeader } from './api-key.js';

/** Admits operators' calls with the admin key. */
@Injectable()
export class AdminKeyGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization } = context.switchToHttp().getRequest<ApiRequest>().headers;
    if (!sameSecret(keyOfHeader(authorization) ?? '', this.config.adminApiKey)) throw new Unauthorized();
    return true;
  }
}
