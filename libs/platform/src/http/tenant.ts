import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who calls: the organization of the API key. */
export interface Tenant {
  organizationId: string;
  apiKeyId: string;
}

export interface ApiRequest extends FastifyRequest {
  tenant?: Tenant;
}

/** The caller of a public call. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const { tenant } = context.switchToHttp().getRequest<ApiRequest>();
  if (!tenant) throw new Error('A call without authentication asked for its tenant');
  return tenant;
});
