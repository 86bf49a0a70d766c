import { Injectable } from '@nestjs/common';
import { commands, type CommandAnswer, type CommandName, type CommandRequest, type ServiceName } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { Unavailable } from '../http/errors.js';
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
    return this.handlers.has(`${service}/${name}`) || this.config.serviceUrls[service] !== undefined;
  }

  /**
   * Sends a command and waits for its answer.
   * @throws Unavailable when the owner cannot be reached
   */
  async send<N extends CommandName>(service: ServiceName, name: N, request: CommandRequest<N>): Promise<CommandAnswer<N>> {
    const local = this.handlers.get(`${service}/${name}`);
    if (local) return (await local(request as never)) as CommandAnswer<N>;
    const url = this.config.serviceUrls[service];
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
    } catch {
      throw new Unavailable(`${service} does not answer`);
    }
    if (!response.ok) throw new Unavailable(`${service} answered ${response.status} to ${name}: ${(await response.text()).slice(0, 300)}`);
    return commands[name].answer.parse(await response.json()) as CommandAnswer<N>;
  }

  /** Runs a command that came over the internal interface. */
  async receive(service: string, name: string, raw: unknown): Promise<unknown> {
    const handler = this.handlers.get(`${service}/${name}`) ?? this.otherwise.get(name as CommandName);
    if (!handler) return undefined;
    return handler(commands[name as CommandName].request.parse(raw) as never);
  }
}
