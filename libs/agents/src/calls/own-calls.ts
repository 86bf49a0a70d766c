import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { addressOf, type Route } from '@tollgate/contracts';
import { toClientKeys, toOwnKeys, traceHeaders, Unavailable } from '@tollgate/platform';
import { CallRefused } from './refusal.js';

/** Largest answer of a call, in bytes. */
const largestAnswer = 16 * 1024 * 1024;

/** The caller for whom a tool makes calls. */
export interface CallingAgent {
  /** The header of its request: the calls have the same credential. */
  authorization: string;
  /** Its name for logs. */
  name: string;
  requestId: string;
  address: string;
  /** The identifier prefix of the installation. */
  prefix: string;
  /** Ends all calls at the deadline of the tool. */
  signal: AbortSignal;
}

/** The input of a call; parameters and bodies have the names of the contracts. */
export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string | string[] | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

export type AnswerOf<R extends Route> = z.infer<z.ZodObject<R['answer']>>;

/**
 * Calls of the public interface of this installation, with the credential of an agent. They take the way of every call,
 * without a connection: so keys, permissions, limits and logs hold for them. A tool can make the calls that it declares,
 * and no others.
 */
export class OwnCalls {
  /** Permissions that optional calls lacked. */
  readonly missing = new Set<string>();
  private made = 0;

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly agent: CallingAgent,
    private readonly declared: readonly Route[],
  ) {}

  /**
   * Makes a call.
   * @throws CallRefused with the status and the body of another answer; Unavailable after the deadline
   */
  async make<R extends Route>(route: R, input: CallInput = {}): Promise<AnswerOf<R>> {
    if (!this.declared.includes(route)) throw new Error(`The tool does not declare ${route.method} ${route.path}`);
    const answer = await this.send(route, input);
    const body = this.read(answer.payload);
    if (answer.statusCode >= 300) throw new CallRefused(answer.statusCode, body as Record<string, unknown>);
    return body as AnswerOf<R>;
  }

  /** Makes a call whose answer can be missing: null where the key lacks its permission. */
  async ifPermitted<R extends Route>(route: R, input: CallInput = {}): Promise<AnswerOf<R> | null> {
    try {
      return await this.make(route, input);
    } catch (error) {
      if (!(error instanceof CallRefused) || error.permission === null) throw error;
      this.missing.add(error.permission);
      return null;
    }
  }

  private async send(route: Route, { params = {}, query = {}, body, headers = {} }: CallInput) {
    const { authorization, name, requestId, address, prefix, signal } = this.agent;
    const wrapped = body === undefined ? undefined : JSON.stringify(toClientKeys(body, prefix));
    try {
      return await this.fastify.inject({
        method: route.method,
        url: pathOf(route, params) + queryText(toClientKeys(query, prefix)),
        headers: {
          authorization,
          'user-agent': name,
          // Each call has an id of its own in the logs, which begins with that of the request.
          'x-request-id': `${requestId.slice(0, 100)}.${++this.made}`,
          ...(wrapped === undefined ? {} : { 'content-type': 'application/json' }),
          ...traceHeaders(),
          ...headers,
        },
        ...(wrapped === undefined ? {} : { payload: wrapped }),
        remoteAddress: address,
        signal,
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new Unavailable('the answer took too long, narrow the question', error);
    }
  }

  private read(text: string): unknown {
    if (text.length > largestAnswer) throw new Unavailable('the answer is too large, narrow the question');
    return text === '' ? {} : toOwnKeys(JSON.parse(text) as unknown, this.agent.prefix);
  }
}

/** The address of a call. A name of dots would lead to another one: no object has it. */
function pathOf(route: Route, params: Record<string, string>): string {
  return addressOf(route).replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (/^\.*$/.test(value))
      throw new CallRefused(404, { status: 404, error: 'Not Found', code: 'resource_not_found' });
    return encodeURIComponent(value);
  });
}

/** The parameters of a list repeat their name, such as `status[]`. */
function queryText(query: Record<string, string | string[] | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) parameters.append(Array.isArray(value) ? `${name}[]` : name, one);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
