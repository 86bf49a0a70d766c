import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import type { ServiceName } from '@tollgate/contracts';
import { Config, inSpan, Logger, traceHeaders, Unavailable } from '@tollgate/platform';

/** One call to a service, as it goes over the wire. */
export interface ServiceCall {
  method: Dispatcher.HttpMethod;
  /** Path and query, exactly as the caller sent them. */
  target: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

const pauseBeforeRetryMs = 150;

/** Errors before anything was sent: the service cannot have done anything. */
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Connections to the other services, kept alive. Used below `@fastify/reply-from`, which takes addresses apart and puts
 * them together again: an id such as `..%2F` must arrive as it was sent.
 */
@Injectable()
export class Services implements OnApplicationShutdown {
  private readonly agent = new Agent({
    connections: 256,
    pipelining: 1,
    connect: { timeout: 3_000 },
    // Shorter than the services keep their side open, so that no call meets a connection that is being closed.
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Sends a call on and answers as soon as the head of the answer is there; its body streams.
   * @throws Unavailable when the service does not answer
   */
  async send(service: ServiceName, call: ServiceCall): Promise<Dispatcher.ResponseData> {
    const url = this.config.serviceUrls[service];
    if (!url) throw new Unavailable(`${service} is not part of this installation`);
    const attributes = { 'http.request.method': call.method, 'server.address': service };
    return inSpan(`${call.method} ${service}`, { kind: 'client', attributes }, async (span) => {
      const answer = await this.sendTo(service, url, { ...call, headers: { ...call.headers, ...traceHeaders() } });
      span?.set({ 'http.response.status_code': answer.statusCode });
      return answer;
    });
  }

  private async sendTo(service: ServiceName, url: string, call: ServiceCall): Promise<Dispatcher.ResponseData> {
    try {
      return await this.request(url, call);
    } catch (error) {
      if (!mayRepeat(error, call)) throw this.away(service, call, error);
    }
    await sleep(pauseBeforeRetryMs);
    try {
      return await this.request(url, call);
    } catch (error) {
      throw this.away(service, call, error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private request(url: string, { method, target, headers, body }: ServiceCall): Promise<Dispatcher.ResponseData> {
    const { origin, pathname } = new URL(url);
    return this.agent.request({ origin, path: pathname.replace(/\/$/, '') + target, method, headers, body });
  }

  private away(service: ServiceName, { method }: ServiceCall, error: unknown): Unavailable {
    this.logger.warn('service does not answer', { to: service, method, code: codeOf(error), error });
    if (notSent.has(codeOf(error)) || isRead(method)) return new Unavailable(`${service} is away, try again`);
    return new Unavailable(`${service} did not answer; whether the call was done is not known`);
  }
}

/** A call that never arrived may be repeated, and one that only reads when its connection broke. */
function mayRepeat(error: unknown, { method }: ServiceCall): boolean {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return true;
  return isRead(method) && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code);
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
