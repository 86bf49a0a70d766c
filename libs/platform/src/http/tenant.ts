import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { LoginMethod, PersonOfToken, PortalSection, Route, SessionOfToken } from '@tollgate/contracts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is forwarded unread. */
    passedOn?: boolean;
    /** The handler gets the bytes of the body, because a signature covers them. */
    rawBody?: boolean;
    /** The body may be a JSON object in each line, which the handler gets as a list. */
    jsonLines?: boolean;
  }
}

/** The caller's organization: that of the API key, of a person's session, or of a customer. */
export interface Tenant {
  organizationId: string;
  /** Null for a person or a customer. */
  apiKeyId: string | null;
  /** The event source whose secret the call has; only calls of senders have one. */
  source?: { sourceId: string; secretHash: string };
  /** Whether calls of its keys may have no unknown names, unless they request leniency (catalog, section 1.4). */
  refusesUnknownParameters?: boolean;
  /** The calling customer; only calls of the portal have one, and they show nothing of other customers. */
  customer?: PortalCaller;
  /** The calling person with role and permissions. `entry`: an operator who entered the organization. */
  member?: Person & {
    membershipId: string;
    permissions: ReadonlySet<string>;
    isAdmin: boolean;
    entry?: { mayChange: boolean };
  };
}

/** A customer that calls with the token of its portal address (customers, section 3). */
export interface PortalCaller {
  customerId: string;
  /** Unix ms, of the organization's clock. */
  expiresAt: number;
  /** The sections of the portal whose calls it may make. */
  sections: readonly PortalSection[];
  /** Null for an address without a session. */
  session: SessionOfToken;
  /** The person of the customer who signed in; null for a session of the customer itself. */
  person: PersonOfToken | null;
  /** Whether it may make calls that change something. */
  mayChange: boolean;
  /** Whether it may invite and remove people of the customer. */
  managesPeople: boolean;
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
  if (!person) throw new Error('A call without a session read its person');
  return person;
});

/** The operator of a call about the installation; null for the holder of the admin key. */
export const CurrentOperator = createParamDecorator(
  (_: unknown, context: ExecutionContext): Person | null =>
    context.switchToHttp().getRequest<ApiRequest>().person ?? null,
);

/** The caller of a public call. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const { tenant } = context.switchToHttp().getRequest<ApiRequest>();
  if (!tenant) throw new Error('A call without authentication read its tenant');
  return tenant;
});

/** The customer of a call of the portal, with its organization. */
export const CurrentCustomer = createParamDecorator((_: unknown, context: ExecutionContext): CallingCustomer => {
  const { tenant } = context.switchToHttp().getRequest<ApiRequest>();
  if (!tenant?.customer) throw new Error('A call without a customer read its customer');
  return { organizationId: tenant.organizationId, ...tenant.customer };
});
export type CallingCustomer = PortalCaller & { organizationId: string };

/** Decides which other calls the caller may make: an answer holds nothing that they would refuse. */
export const CallerMay = createParamDecorator((_: unknown, context: ExecutionContext): Rights => {
  const { may } = context.switchToHttp().getRequest<ApiRequest>();
  if (!may) throw new Error('A call without authentication read the rights of its caller');
  return may;
});
export type Rights = (route: Route) => boolean;
