import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cloudEventForm, eventRoutes, hintsOf, type Route } from '@tollgate/contracts';
import { calledRoute } from './called-route.js';

/** The body of one of our errors (catalog, section 1.2). */
interface OwnError {
  status: number;
  error: unknown;
  code?: unknown;
  error_details?: unknown;
}

/** An error as the callers of another interface read it. */
interface ForeignError {
  status: number;
  headers: Record<string, string>;
  body: object;
}

const takesCloudEvents = new Set<Route | undefined>([eventRoutes.create, eventRoutes.createBatch]);

/** Whether a call has the words of another interface: those of Stripe, or attributes of CloudEvents. */
export const isInDialect = (request: FastifyRequest): boolean => dialectOf(request) !== null;

function dialectOf(request: FastifyRequest): ((error: OwnError) => ForeignError) | null {
  const route = calledRoute(request);
  if (route?.dialect === 'meter_events') return stripeError;
  return takesCloudEvents.has(route) && cloudEventForm(request.headers) !== null ? problem : null;
}

/**
 * Sends errors in the shape that the caller reads, wherever they arise: of Stripe's calls as Stripe does, and of CloudEvents
 * as problem details (metering, sections 2.7 and 2.9).
 */
export function answerInDialects(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const spoken = reply.statusCode >= 400 && isOwnError(payload) ? dialectOf(request) : null;
    if (spoken === null) return done(null, payload);
    const { status, headers, body } = spoken(payload as OwnError);
    reply.status(status).headers(headers);
    done(null, body);
  });
}

const isOwnError = (payload: unknown): boolean =>
  payload !== null && typeof payload === 'object' && 'status' in payload && 'error' in payload;

/** Both interfaces have 400 where we have 422. */
const foreignStatus = (status: number): number => (status === 422 ? 400 : status);

/** Problem details (RFC 9457), which clients of CloudEvents read. */
function problem(own: OwnError): ForeignError {
  const { error, code, error_details: details } = own;
  const status = foreignStatus(own.status);
  const hints = hintsOf(details);
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: {
      ...own,
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: details === undefined ? String(code ?? error) : JSON.stringify(details),
      ...(Object.keys(hints).length > 0 ? { hints } : {}),
    },
  };
}

/** Stripe's own codes, where it has one. */
const stripeCodes: Readonly<Record<string, string>> = {
  value_is_mandatory: 'parameter_missing',
  customer_not_found: 'resource_missing',
  subscription_not_found: 'resource_missing',
  too_many_requests: 'rate_limit',
};

/** An error as Stripe's client libraries read it. They repeat a call only where the header says so. */
function stripeError({ status, error, code, error_details: details }: OwnError): ForeignError {
  const fields = details !== null && typeof details === 'object' ? Object.entries(details) : [];
  const [param, codes] = fields.find(([, value]) => Array.isArray(value)) ?? [];
  const fieldCode = Array.isArray(codes) ? String(codes[0]) : undefined;
  const ownCode = fieldCode ?? code;
  return {
    status: foreignStatus(status),
    headers: { 'stripe-should-retry': String(status === 429 || status >= 500) },
    body: {
      error: {
        type: status >= 500 ? 'api_error' : 'invalid_request_error',
        ...(ownCode === undefined ? {} : { code: stripeCodes[String(ownCode)] ?? ownCode }),
        message: param === undefined ? textOf(details, code ?? error) : sentence(param, String(fieldCode)),
        ...(param === undefined ? {} : { param }),
      },
    },
  };
}

/** The text of an error without a field: its details where they are one, or their reason. */
function textOf(details: unknown, otherwise: unknown): string {
  if (typeof details === 'string') return details;
  const reason = details !== null && typeof details === 'object' && 'reason' in details ? details.reason : undefined;
  return String(reason ?? otherwise);
}

const sentence = (param: string, code: string): string => hintsOf({ [param]: [code] })[param] ?? `${param}: ${code}`;
