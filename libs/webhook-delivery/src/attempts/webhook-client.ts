import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { AddressResolver, checkedConnector, Config } from '@tollgate/platform';
import { Agent, request, type Dispatcher } from 'undici';

/** The outcome of sending a webhook: an answer, or an error. */
export type Outcome =
  { status: number; response: string; error: null } | { status: null; response: null; error: string };

const successful = [200, 201, 202, 204];
const storedResponseBytes = 4 * 1024;
const graceAtStopMs = 5_000;

/**
 * Checks whether the receiver accepted the webhook; redirects and other 2xx answers do not count (webhooks, section 2,
 * point 7).
 */
export const isSuccess = (outcome: Outcome): boolean => outcome.status !== null && successful.includes(outcome.status);

/**
 * Sends webhooks over persistent connections, to public internet addresses only unless `ALLOW_PRIVATE_WEBHOOKS` is set.
 * It does not follow redirects.
 */
@Injectable()
export class WebhookClient implements OnModuleDestroy, OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly underWay = new Set<AbortController>();
  private stopping = false;

  constructor(
    private readonly config: Config,
    resolver: AddressResolver,
  ) {
    const timeout = config.webhookTimeoutMs;
    const connect = checkedConnector({ timeout, resolver, allowPrivate: config.allowPrivateWebhooks });
    this.agent = new Agent({ connect, headersTimeout: timeout, bodyTimeout: timeout });
  }

  /** @throws Error only when the process stops before an outcome */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
    const abort = new AbortController();
    // Connecting, writing and reading have separate limits; this total limit stops a receiver that trickles its answer.
    const timer = setTimeout(() => abort.abort(new Error('the answer took too long')), this.config.webhookDeadlineMs);
    this.underWay.add(abort);
    try {
      const answer = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher: this.agent,
        signal: abort.signal,
      });
      return { status: answer.statusCode, response: await beginningOf(answer.body), error: null };
    } catch (error) {
      if (this.stopping && abort.signal.aborted) throw error;
      return { status: null, response: null, error: reasonOf(error) };
    } finally {
      clearTimeout(timer);
      this.underWay.delete(abort);
    }
  }

  /** Aborts slow attempts after a grace period, uncounted; they run again after the next start. */
  onModuleDestroy(graceMs = graceAtStopMs): void {
    this.stopping = true;
    setTimeout(() => this.underWay.forEach((abort) => abort.abort(new Error('the process stops'))), graceMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

/** Reads the first kilobytes of an answer, as text that PostgreSQL can store, and ignores the rest. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= storedResponseBytes) break;
  }
  const beginning = Buffer.concat(chunks).subarray(0, storedResponseBytes);
  // Its last character may be cut; decoding as a stream leaves that out.
  return new TextDecoder().decode(beginning, { stream: length > storedResponseBytes }).replaceAll('\u0000', '');
}

function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return [code, message].filter(Boolean).join(': ').slice(0, 500) || 'unknown error';
}
