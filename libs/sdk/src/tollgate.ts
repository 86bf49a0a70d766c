import createClient from 'openapi-fetch';
import type {
  AnswerOf,
  CallArguments,
  CommonOptions,
  ElementOf,
  ListArguments,
  ListPath,
  PathWith,
  Verb,
} from './calls.js';
import { errorOf } from './errors.js';
import { EventBuffer } from './event-buffer.js';
import type { EventSettings } from './event-settings.js';
import { elementsOf, type Position } from './lists.js';
import { type CallLimits, type Fetch, Transport } from './transport.js';

/** Settings of a client. */
export interface TollgateSettings extends Partial<CallLimits> {
  /** A key of your organization. */
  apiKey: string;
  /** The address of the installation, such as `https://billing.example.com`. */
  baseUrl: string;
  /** Whether a field or parameter without effect is an error: true. */
  strict?: boolean;
  /** Settings of `events`. */
  events?: EventSettings;
  /** Sends a request, in place of the runtime's `fetch`. */
  fetch?: Fetch;
}

/** All options of any call, whose types each path narrows. */
interface AnyOptions extends CommonOptions {
  path?: object;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
}

/** The client without the types of its calls, which the methods below have. */
interface AnyClient {
  request(verb: Verb, path: string, init: object): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

const limits: CallLimits = { deadlineMs: 60_000, attemptMs: 20_000, attempts: 5 };

/** Calls of one organization. */
export class Tollgate {
  private readonly transport: Transport;
  private readonly client: AnyClient;
  private readonly isStrict: boolean;
  private readonly batchAddress: string;
  private readonly headers: Record<string, string>;
  private buffer: EventBuffer | null = null;

  constructor(private readonly settings: TollgateSettings) {
    const { apiKey, baseUrl, strict = true, fetch = (request) => globalThis.fetch(request) } = settings;
    const root = `${baseUrl.replace(/\/+$/, '')}/api/v1`;
    this.isStrict = strict;
    this.batchAddress = `${root}/events/batch`;
    this.headers = { authorization: `Bearer ${apiKey}`, prefer: `handling=${strict ? 'strict' : 'lenient'}` };
    const { deadlineMs, attemptMs, attempts } = { ...limits, ...settings };
    this.transport = new Transport(fetch, { deadlineMs, attemptMs, attempts });
    this.client = createClient({ baseUrl: root, headers: this.headers }) as unknown as AnyClient;
  }

  /** Usage events, which a buffer sends in batches. */
  get events(): EventBuffer {
    this.buffer ??= new EventBuffer((body) => this.sendBatch(body), this.settings.events);
    return this.buffer;
  }

  /** Reads. @throws TollgateError */
  get<Path extends PathWith<'get'>>(
    path: Path,
    ...options: CallArguments['get'][Path]
  ): Promise<AnswerOf<Path, 'get'>> {
    return this.call('get', path, options);
  }

  /** Creates or acts. With an `idempotencyKey`, a lost answer leads to a repetition. @throws TollgateError */
  post<Path extends PathWith<'post'>>(
    path: Path,
    ...options: CallArguments['post'][Path]
  ): Promise<AnswerOf<Path, 'post'>> {
    return this.call('post', path, options);
  }

  /** Changes. @throws TollgateError */
  put<Path extends PathWith<'put'>>(
    path: Path,
    ...options: CallArguments['put'][Path]
  ): Promise<AnswerOf<Path, 'put'>> {
    return this.call('put', path, options);
  }

  /** Changes a part. @throws TollgateError */
  patch<Path extends PathWith<'patch'>>(
    path: Path,
    ...options: CallArguments['patch'][Path]
  ): Promise<AnswerOf<Path, 'patch'>> {
    return this.call('patch', path, options);
  }

  /** Deletes or ends. @throws TollgateError */
  delete<Path extends PathWith<'delete'>>(
    path: Path,
    ...options: CallArguments['delete'][Path]
  ): Promise<AnswerOf<Path, 'delete'>> {
    return this.call('delete', path, options);
  }

  /** All elements of a list, read page by page as they are needed. @throws TollgateError */
  list<Path extends ListPath>(
    path: Path,
    ...options: ListArguments[Path]
  ): AsyncGenerator<ElementOf<Path>, void, undefined> {
    const { query, ...others } = ((options as unknown[])[0] ?? {}) as AnyOptions;
    // A list without cursors names the parameter among those that it ignored, and answers its first page.
    const headers = { prefer: 'handling=lenient' };
    const read = async (position: Position) => {
      const { body, response } = await this.send('get', path, { ...others, query: { ...query, ...position } }, headers);
      const ignored = response.headers.get('x-ignored-parameters') ?? '';
      return { body: body as object, ignored: ignored.split(',').flatMap((name) => name.trim() || []) };
    };
    return elementsOf(read, this.isStrict) as AsyncGenerator<ElementOf<Path>, void, undefined>;
  }

  /** Sends the events that wait, and ends the client. @param withinMs the longest wait, in milliseconds */
  async close(options?: { withinMs?: number }): Promise<void> {
    await this.buffer?.close(options);
  }

  /** The methods above state the type of the answer. */
  private async call(verb: Verb, path: string, [options = {}]: readonly unknown[]): Promise<never> {
    return (await this.send(verb, path, options as AnyOptions)).body as never;
  }

  private async send(verb: Verb, path: string, options: AnyOptions, more: Record<string, string> = {}) {
    const { path: places = {}, query = {}, body, idempotencyKey, signal, deadlineMs } = options;
    const { data, error, response } = await this.client.request(verb, path, {
      params: { path: places, query },
      ...(body === undefined ? {} : { body }),
      headers: { ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }), ...more },
      ...(signal ? { signal } : {}),
      fetch: (request: Request) => this.transport.call(request, deadlineMs === undefined ? {} : { deadlineMs }),
    });
    if (!response.ok) throw errorOf(response, error);
    return { body: data, response };
  }

  private sendBatch(body: string): Promise<Response> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return this.transport.attempt(new Request(this.batchAddress, { method: 'POST', headers, body }));
  }
}
