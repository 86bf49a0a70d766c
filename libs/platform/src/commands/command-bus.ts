import { Injectable } from '@nestjs/common';
import { commands, type CommandAnswer, type CommandName, type CommandRequest, type ServiceName } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { ApiError, BadRequest, Unavailable } from '../http/errors.js';
import { currentContext } from '../observability/request-context.js';

type Handler = (request: never) => Promise<unknown>;

/**
 * Commands between services, answered at once. A service in this process is called directly, one with an address of
 * its own over its internal interface. Handlers answer the same when a command is repeated.
 */
@Injectable()
export class CommandBus {
  private readonly handlers = new Map<string, Handler>();
  private readonly otherwise = new Map<CommandName, Handler>();

  constructor(private readonly config: Config) {}

  /** Registers the handler of a command for a service of this process. */
  handle<N extends CommandName>(service: ServiceName, name: N, handler: (request: CommandRequest<N>) => Promise<CommandAnswer<N>>): void {
    this.handlers.set(`${service}/${name}`, handler as Handler);
  }

  /** What a service answers over its internal interface to a command for every service, when it has registered nothing. */
  handleOtherwise<N extends CommandName>(name: N, handler: (request: CommandRequest<N>) => Promise<CommandAnswer<N>>): void {
    this.otherwise.set(name, handler as Handler);
  }

  /** Whether a service takes part in this installation, here or at an address. */
  knows(service: ServiceName, name: CommandName): boolean {
    return this.handlers.has(`${service}/${name}`) || this.config.operationsUrls[service] !== undefined;
  }

  /**
   * Sends a command and waits for its answer.
   * @throws Unavailable when the owner cannot be reached, or is not able to answer now
   * @throws ApiError as the owner refused it, for good
   */
  async send<N extends CommandName>(service: ServiceName, name: N, request: CommandRequest<N>): Promise<CommandAnswer<N>> {
    const local = this.handlers.get(`${service}/${name}`);
    if (local) return (await local(request as never)) as CommandAnswer<N>;
    const url = this.config.operationsUrls[service];
    if (!url) throw new Unavailable(`${service} is not part of this installation`);
    const requestId = currentContext()?.requestId;
    let response: Response;
    try {
      response = await fetch(`${url}/internal/commands/${service}/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.config.internalToken}`,
          ...(requestId ? { 'x-request-id': requestId } : {}),
        },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(120_000),
      });
    } catch (error) {
      throw new Unavailable(`${service} does not answer`, error);
    }
    if (!response.ok) throw await refusalOf(service, name, response);
    return commands[name].answer.parse(await response.json()) as CommandAnswer<N>;
  }

  /** Runs a command that came over the internal interface. */
  async receive(service: string, name: string, raw: unknown): Promise<unknown> {
    const handler = this.handlers.get(`${service}/${name}`) ?? this.otherwise.get(name as CommandName);
    if (!handler) return undefined;
    const request = commands[name as CommandName].request.safeParse(raw);
    if (!request.success) throw new BadRequest(`${name} is not readable`);
    return handler(request.data as never);
  }
}

/** What may pass by itself, of the statuses that an owner or a proxy before it answers; 401 is a secret that is not the same everywhere. */
const passing = new Set([401, 408, 425, 429, 500, 502, 503, 504]);

/** An owner's refusal, as it said it in one process too: what is wrong with a command stays wrong, and is not tried again. */
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
    // Not an answer of ours: its text is in the cause.
  }
  return { status, error: 'command refused' };
}
