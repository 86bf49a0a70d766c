import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  commands,
  type CommandAnswer,
  type CommandName,
  type CommandRequest,
  type ServiceName,
} from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { refuseInsideTransaction } from '../database/open-transaction.js';
import { ApiError, BadRequest, Unavailable } from '../errors/api-errors.js';
import { newId } from '../ids.js';
import { currentContext } from '../observability/request-context.js';
import { inSpan, traceHeaders } from '../observability/tracing/tracing.js';

/** @param key the same when the caller repeats the command (`Database.answerOnce`) */
type HandlerOf<N extends CommandName> = (request: CommandRequest<N>, key: string) => Promise<CommandAnswer<N>>;
type Handler = (request: never, key: string) => Promise<unknown>;

export const idempotencyKeyHeader = 'idempotency-key';
const wellFormedKey = /^[\w.-]{1,128}$/;
const pauseBeforeRepeatMs = 150;

/**
 * Synchronous commands between services. The bus calls a service in this process directly, and a service with an
 * address over its internal interface. Handlers return the same answer when a command is repeated.
 */
@Injectable()
export class CommandBus {
  private readonly handlers = new Map<string, Handler>();
  private readonly otherwise = new Map<CommandName, Handler>();

  constructor(private readonly config: Config) {}

  /** Registers a service's handler of a command in this process. */
  handle<N extends CommandName>(service: ServiceName, name: N, handler: HandlerOf<N>): void {
    this.handlers.set(`${service}/${name}`, handler);
  }

  /** Registers the fallback for a command that every service answers over its internal interface. */
  handleOtherwise<N extends CommandName>(name: N, handler: HandlerOf<N>): void {
    this.otherwise.set(name, handler);
  }

  /** Whether this process handles a service's command. */
  isHere(service: ServiceName, name: CommandName): boolean {
    return this.handlers.has(`${service}/${name}`);
  }

  /** Whether a service belongs to this installation, in this process or at an address. */
  knows(service: ServiceName, name: CommandName): boolean {
    return this.handlers.has(`${service}/${name}`) || this.config.operationsUrls[service] !== undefined;
  }

  /**
   * Sends a command and waits for its answer. The bus repeats a changing command under its key when the connection
   * breaks; the owner executes it once. Callers must not have a transaction open, see `withPrefetchedCommands`.
   * @param key of the command, for callers that may send it again themselves
   * @throws Unavailable when the bus cannot reach the owner, or the owner cannot answer now
   * @throws ApiError when the owner refuses the command for good
   */
  async send<N extends CommandName>(
    service: ServiceName,
    name: N,
    request: CommandRequest<N>,
    key: string = newId(),
  ): Promise<CommandAnswer<N>> {
    refuseInsideTransaction(`${name} is sent`);
    const local = this.handlers.get(`${service}/${name}`);
    const attributes = { 'rpc.system.name': 'tollgate', 'rpc.method': `${service}/${name}` };
    return inSpan(`command ${service}/${name}`, { kind: local ? 'internal' : 'client', attributes }, async () =>
      local
        ? ((await local(request as never, keyOf(name, key))) as CommandAnswer<N>)
        : this.sendOut(service, name, request, key),
    );
  }

  private async sendOut<N extends CommandName>(
    service: ServiceName,
    name: N,
    request: CommandRequest<N>,
    key: string,
  ): Promise<CommandAnswer<N>> {
    const url = this.config.operationsUrls[service];
    if (!url) throw new Unavailable(`${service} is not part of this installation`);
    const call = () => this.post(`${url}/internal/commands/${service}/${name}`, request, key);
    let response: Response;
    try {
      response = await call().catch(async (error: unknown) => {
        if (!('changes' in commands[name]) || isTimeout(error)) throw error;
        await sleep(pauseBeforeRepeatMs);
        return call();
      });
    } catch (error) {
      throw new Unavailable(`${service} does not answer`, error);
    }
    if (!response.ok) throw await refusalOf(service, name, response);
    return commands[name].answer.parse(await response.json()) as CommandAnswer<N>;
  }

  /** Runs a command that arrived over the internal interface. */
  async receive(service: string, name: string, raw: unknown, keyOfCaller?: string): Promise<unknown> {
    if (keyOfCaller !== undefined && !wellFormedKey.test(keyOfCaller))
      throw new BadRequest(`${idempotencyKeyHeader} is not readable`);
    const handler = this.handlers.get(`${service}/${name}`) ?? this.otherwise.get(name as CommandName);
    if (!handler) return undefined;
    const request = commands[name as CommandName].request.safeParse(raw);
    if (!request.success) throw new BadRequest(`${name} is not readable`);
    const ambient = currentContext();
    if (ambient && 'organization_id' in request.data && request.data.organization_id !== null)
      ambient.organizationId = request.data.organization_id;
    return handler(request.data as never, keyOf(name, keyOfCaller ?? newId()));
  }

  private post(url: string, request: object, key: string): Promise<Response> {
    const requestId = currentContext()?.requestId;
    return fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.config.internalToken}`,
        [idempotencyKeyHeader]: key,
        ...(requestId ? { 'x-request-id': requestId } : {}),
        ...traceHeaders(),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(120_000),
    });
  }
}

/** The key under which the owner stores a command's answer. */
const keyOf = (name: string, key: string): string => `${name}/${key}`;

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** Transient statuses of an owner or of a proxy in front of it; 401 means that the services' secrets differ. */
const passing = new Set([401, 408, 425, 429, 500, 502, 503, 504]);

/**
 * Rebuilds the owner's refusal, equal to one within a process. Refusals are permanent, so callers do not retry them.
 */
async function refusalOf(service: ServiceName, name: CommandName, response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const cause = new Error(`${service} answered ${response.status} to ${name}: ${text.slice(0, 300)}`);
  if (passing.has(response.status)) return new Unavailable(`${service} cannot answer now`, cause);
  const refusal = new ApiError(response.status, bodyOf(text, response.status));
  refusal.cause = cause;
  return refusal;
}

function bodyOf(text: string, status: number): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (body !== null && typeof body === 'object') return body as Record<string, unknown>;
  } catch {
    // Not a Tollgate answer: the cause carries its text.
  }
  return { status, error: 'command refused' };
}
