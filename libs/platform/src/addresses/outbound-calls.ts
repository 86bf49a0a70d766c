import type { Config } from '../config/config.js';
import type { AddressResolver } from './address-resolver.js';
import { checkedConnector } from './checked-connector.js';
import { Agent, request, type Dispatcher } from 'undici';

const timeoutMs = 10_000;
/** Limit for a whole call. */
const deadlineMs = 20_000;
/** An answer to thousands of lines stays below this. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** A call to a system of others. Its headers may contain secrets, so nothing may log it. */
export interface OutboundCall {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body: string | null;
}

export interface OutboundAnswer {
  status: number;
  /** Parsed JSON, or the text. */
  body: unknown;
  /** The header `Retry-After`. */
  retryAfter: string | null;
}

/** There is no whole answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  /** @param code such as `TIMEOUT`; error texts name hosts and addresses */
  constructor(readonly code: string) {
    super(`no answer: ${code}`);
  }
}

/**
 * Calls systems of others over persistent connections, at public internet addresses only unless
 * `ALLOW_PRIVATE_WEBHOOKS` is set. It does not follow redirects.
 */
export class OutboundCalls {
  private readonly agent: Agent;

  constructor(config: Config, resolver: AddressResolver) {
    const connect = checkedConnector({ timeout: timeoutMs, resolver, allowPrivate: config.allowPrivateWebhooks });
    this.agent = new Agent({ connect, headersTimeout: deadlineMs, bodyTimeout: timeoutMs });
  }

  /** @throws NoAnswer when there is no whole answer in time */
  async send({ url, ...call }: OutboundCall): Promise<OutboundAnswer> {
    try {
      const answer = await request(url, {
        ...call,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(deadlineMs),
      });
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        body: parsed(await textOf(answer.body)),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      };
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer(codeOf(error));
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** The wait that a header `Retry-After` states in seconds, in milliseconds; null without one. */
export const waitOfHeader = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;

/** @throws NoAnswer beyond the limit */
async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) throw new NoAnswer('ANSWER_TOO_LARGE');
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The code alone: messages name hosts and addresses. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError') return 'TIMEOUT';
  return typeof code === 'string' ? code.slice(0, 100) : 'UNREACHABLE';
}
