import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { LoginMethod, Route } from '@tollgate/contracts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is passed on as it came, not read. */
    passedOn?: boolean;
  }
}

/** Who calls: the organization of the API key, or that which a person's session speaks for. */
export interface Tenant {
  organizationId: string;
  /** Null where a person calls. */
  apiKeyId: string | null;
  /** The person who calls, and as what. */
  member?: Person & { membershipId: string; permissions: ReadonlySet<string>; isAdmin: boolean };
}

/** A person who is signed in. */
export interface Person {
  userId: string;
  email: string;
  sessionId: string;
  loginMethod: LoginMethod;
}

export interface ApiRequest extends FastifyRequest {
  tenant?: Tenant;
  person?: Person;
  /** Bytes of its JSON, unpacked; absent where it has none, or is passed on. */
  bodyBytes?: number;
  /** The call that its key or session was looked at for. */
  admittedTo?: Route;
}

/** The person of a call that asks for one. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = context.switchToHttp().getRequest<ApiRequest>();
  if (!person) throw new Error('A call without session asked for its person');
  return person;
});

/** The caller of a public call. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const { tenant } = context.switchToHttp().getRequest<ApiRequest>();
  if (!tenant) throw new Error('A call without authentication asked for its tenant');
  return tenant;
});
