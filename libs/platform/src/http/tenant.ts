import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { LoginMethod, Route } from '@tollgate/contracts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is forwarded unread. */
    passedOn?: boolean;
    /** The handler gets the bytes of the body, because a signature covers them. */
    rawBody?: boolean;
  }
}

/** The caller's organization: that of the API key, or of a person's session. */
export interface Tenant {
  organizationId: string;
  /** Null for a person. */
  apiKeyId: string | null;
  /** The calling person with role and permissions. */
  member?: Person & { membershipId: string; permissions: ReadonlySet<string>; isAdmin: boolean };
}

/** A signed-in person. */
export interface Person {
  userId: string;
  email: string;
  sessionId: string;
  loginMethod: LoginMethod;
}

export interface ApiRequest extends FastifyRequest {
  tenant?: Tenant;
  person?: Person;
  /** Uncompressed size of its JSON body; absent without one, or when it is forwarded. */
  bodyBytes?: number;
  /** Whether its caller may make another call of its organization. */
  may?: (route: Route) => boolean;
  /** The call for which its key or session was checked. */
  admittedTo?: Route;
}

/** The person of a call that requires one. */
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

/** Decides which other calls the caller may make: an answer holds nothing that they would refuse. */
export const CallerMay = createParamDecorator((_: unknown, context: ExecutionContext): Rights => {
  const { may } = context.switchToHttp().getRequest<ApiRequest>();
  if (!may) throw new Error('A call without authentication asked for the rights of its caller');
  return may;
});
export type Rights = (route: Route) => boolean;
