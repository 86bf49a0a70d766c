import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type Dispatcher } from 'undici';
import type { ServiceName } from '@tollgate/contracts';
import { Config, inSpan, Logger, TooManyRequests, traceHeaders, Unavailable } from '@tollgate/platform';
import { withHeaders } from './headers.js';
import { AnswerHandler, type ServiceAnswer } from './service-answer.js';

/** One call to a service in its wire format. */
export interface ServiceCall {
  method: Dispatcher.HttpMethod;
  /** Path and query, exactly as the caller sent them. */
  target: string;
  /** Names in lower case and values alternately. */
  headers: string[];
  body: Buffer | null;
  /** The answer goes on until a limit of time. */
  streams: boolean;
}

/** The route to a service: its connections, and the prefix of its addresses. */
interface Way {
  pool: Pool;
  prefix: string;
}

const pauseBeforeRetryMs = 150;
/** Maximum calls that wait for a connection to a service. */
const mostWaiting = 1_000;

const poolOptions = {
  connections: 256,
  pipelining: 1,
  connect: { timeout: 3_000 },
  // Shorter than the services' own timeout, so that no call uses a connection that is being closed.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
} satisfies Pool.Options;

/** Seconds after which a caller may try again to open a stream. */
const retryAfterSeconds = 15;

/** Errors before sending: the service cannot have done anything. */
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Keep-alive connections to the other services. Used instead of `@fastify/reply-from`, which parses and rebuilds
 * addresses: an id such as `..%2F` must arrive as it was sent.
 */
@Injectable()
export class Services implements OnApplicationShutdown {
  private readonly ways = new Map<ServiceName, Way>();
  /** Streams hold their connections for minutes, so that they have some of their own. */
  private readonly waysOfStreams = new Map<ServiceName, Way>();

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Forwards a call. Returns as soon as the answer's head has arrived, together with a small body; a larger one
   * streams.
   * @throws Unavailable when the service does not answer; TooManyRequests for a stream beyond its connections
   */
  async send(service: ServiceName, call: ServiceCall): Promise<ServiceAnswer> {
    const way = this.wayTo(service, call.streams ? this.waysOfStreams : this.ways);
    if (!way) throw new Unavailable(`${service} is not part of this installation`);
    if (call.streams && way.pool.stats.running >= poolOptions.connections) throw new TooManyRequests(retryAfterSeconds);
    // With a queue this long, the call would not be answered in time: refuse it at once.
    if (way.pool.stats.queued >= mostWaiting) throw new Unavailable(`${service} is overloaded, try again`);
    const attributes = { 'http.request.method': call.method, 'server.address': service };
    return inSpan(`${call.method} ${service}`, { kind: 'client', attributes }, async (span) => {
      const headers = withHeaders(call.headers, traceHeaders());
      const answer = await this.sendTo(service, way, { ...call, headers });
      span?.set({ 'http.response.status_code': answer.statusCode });
      return answer;
    });
  }

  private async sendTo(service: ServiceName, way: Way, call: ServiceCall): Promise<ServiceAnswer> {
    try {
      return await request(way, call);
    } catch (error) {
      if (!mayRepeat(error, call)) throw this.unavailable(service, call, error);
    }
    await sleep(pauseBeforeRetryMs);
    try {
      return await request(way, call);
    } catch (error) {
      throw this.unavailable(service, call, error);
    }
  }

  /** A stop waits for answers, but not for the end of streams. */
  async endStreams(): Promise<void> {
    await Promise.all([...this.waysOfStreams.values()].map(({ pool }) => pool.destroy()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.ways.values()].map(({ pool }) => pool.destroy()));
  }

  private wayTo(service: ServiceName, ways: Map<ServiceName, Way>): Way | undefined {
    const url = this.config.serviceUrls[service];
    if (!url || ways.has(service)) return ways.get(service);
    const { origin, pathname } = new URL(url);
    const way = { pool: new Pool(origin, poolOptions), prefix: pathname.replace(/\/$/, '') };
    ways.set(service, way);
    return way;
  }

  private unavailable(service: ServiceName, { method }: ServiceCall, error: unknown): Unavailable {
    this.logger.warn('service does not answer', { to: service, method, code: codeOf(error), error });
    if (notSent.has(codeOf(error)) || isRead(method)) return new Unavailable(`${service} is unavailable, try again`);
    return new Unavailable(
      `${service} did not answer; the call may have taken effect. Read its result before you try again`,
    );
  }
}

function request({ pool, prefix }: Way, { method, target, headers, body }: ServiceCall): Promise<ServiceAnswer> {
  const handler = new AnswerHandler();
  pool.dispatch({ path: prefix + target, method, headers, body }, handler);
  return handler.answer;
}

/** A call that never arrived may be repeated, and so may a read whose connection broke. */
function mayRepeat(error: unknown, { method }: ServiceCall): boolean {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return true;
  return isRead(method) && ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code);
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';
