import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AddressResolver, checkedConnector, Config } from '@tollgate/platform';
import { Agent, request, type Dispatcher } from 'undici';
import { EngineUnavailable, type EngineCall, type TaxConnection } from './tax-engine.js';
import type { EngineResponse } from './engine-calls.rules.js';

const timeoutMs = 10_000;
/** Limit for a whole call. */
const deadlineMs = 20_000;
/** An answer to thousands of lines with their jurisdictions stays below this. */
const maxAnswerBytes = 16 * 1024 * 1024;
/** AvaTax expects the identity of its clients: name, version, adapter, its version, machine. */
const avalaraClient = 'Tollgate; 1.0; REST; v2; tollgate';

/**
 * Calls tax engines over persistent connections, at public internet addresses only unless `ALLOW_PRIVATE_WEBHOOKS` is
 * set. It does not follow redirects.
 */
@Injectable()
export class EngineClient implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    private readonly config: Config,
    resolver: AddressResolver,
  ) {
    const connect = checkedConnector({ timeout: timeoutMs, resolver, allowPrivate: config.allowPrivateWebhooks });
    this.agent = new Agent({ connect, headersTimeout: deadlineMs, bodyTimeout: timeoutMs });
  }

  /** @throws EngineUnavailable when there is no whole answer in time */
  async send(connection: TaxConnection, { method, path, body }: EngineCall): Promise<EngineResponse> {
    try {
      const answer = await request(`${this.baseUrlOf(connection)}${path}`, {
        method,
        headers: headersOf(connection),
        body: body === null ? null : JSON.stringify(body),
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
      if (error instanceof EngineUnavailable) throw error;
      throw new EngineUnavailable(codeOf(error));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private baseUrlOf({ engine, sandbox }: TaxConnection): string {
    if (engine === 'anrok') return this.config.anrokUrl;
    return sandbox ? this.config.avalaraSandboxUrl : this.config.avalaraUrl;
  }
}

function headersOf({ engine, secret, accountId }: TaxConnection): Record<string, string> {
  const common = { 'content-type': 'application/json', accept: 'application/json' };
  if (engine === 'anrok') return { ...common, authorization: `Bearer ${secret}` };
  const credentials = Buffer.from(`${accountId ?? ''}:${secret}`).toString('base64');
  return { ...common, authorization: `Basic ${credentials}`, 'x-avalara-client': avalaraClient };
}

/** @throws EngineUnavailable beyond the limit */
async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) throw new EngineUnavailable('ANSWER_TOO_LARGE');
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
