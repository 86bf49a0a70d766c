import { PassThrough, type Readable, type Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { cloudEventForm } from '@tollgate/contracts';
import { BadRequest, BodyTooLarge, Unavailable, UnsupportedMediaType } from '../errors/api-errors.js';
import { smallBodyBytes, type BodyBudget } from './body-budget.js';
import { shapeError } from './body-scan.js';
import { calledRoute } from './called-route.js';
import { withExactNumbers } from './exact-json.js';
import { readForm } from './forms.js';
import { largestAtOnce, LargeBodyReading } from './large-bodies.js';
import { ShortWork } from './short-work.js';
import type { ApiRequest } from './tenant.js';

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });
const jsonLines = /^application\/(x-)?(ndjson|jsonlines|jsonl)\b/i;
/** An object in one line, and another one in the next: no JSON text begins so. */
const twoLines = /^\uFEFF?\s*\{.*\}\s*\n\s*\{/;
const unreadable = () => new BadRequest('the body is not readable as JSON');

/**
 * Reads request bodies: JSON in UTF-8, with exact numbers, or forms where a call takes them; compressed or not. An empty
 * body counts as none for any content type: clients send `Content-Type: application/json` with calls that have no body.
 * @param budget limits the total size of bodies; without one, for internal callers, their shape is unlimited too
 */
export function readBodies(fastify: FastifyInstance, budget?: BodyBudget): void {
  fastify.removeAllContentTypeParsers();
  // The parser rejects names that would change object prototypes.
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  const parseText = (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void) =>
    parseJson(request, text, (error, value) => {
      if (error) return done(namesPrototype(text) ? forbiddenName() : unreadable());
      const exact = withExactNumbers(text);
      return done(null, exact === text ? value : (JSON.parse(exact) as unknown));
    }) as void;
  const parse = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    const shape = budget ? shapeError(body) : null;
    if (shape) return done(shape);
    const text = textOf(body);
    if (text === null) return done(unreadable());
    const isOfLines = request.routeOptions.config.jsonLines === true && twoLines.test(text);
    return parseText(request, isOfLines ? listOfLines(text) : text, done);
  };
  const large = new ShortWork();
  const reading = new LargeBodyReading();
  if (budget) boundDiscards(fastify, reading);
  const refused = new WeakSet<object>();
  const readJson = (request: ApiRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    if (body.length === 0) return done(null, undefined);
    request.bodyBytes = body.length;
    if (request.routeOptions.config.rawBody) return done(null, body);
    if (body.length <= largestAtOnce) return parse(request, body, done);
    large.add(() =>
      parse(request, body, (error, value) => {
        if (error) refused.add(request);
        done(error, value);
      }),
    );
  };
  fastify.addContentTypeParser<Buffer>(/^application\/([\w.-]+\+)?json\b/i, { parseAs: 'buffer' }, readJson);
  fastify.addContentTypeParser<Buffer>(jsonLines, { parseAs: 'buffer' }, (request: ApiRequest, body, done) =>
    request.routeOptions.config.jsonLines === true ? readJson(request, body, done) : done(new UnsupportedMediaType()),
  );
  fastify.addContentTypeParser<Buffer>(/^application\/x-www-form-urlencoded\b/i, { parseAs: 'buffer' }, parseForm);
  // Without a content type, or with another one, only an empty body is accepted. Some libraries send the data of a CloudEvent
  // in headers without its type: then it is JSON.
  fastify.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request: ApiRequest, body, done) => {
    const { headers } = request;
    if (headers['content-type'] === undefined && cloudEventForm(headers) === 'binary')
      return readJson(request, body, done);
    return body.length === 0 ? done(null, undefined) : done(new UnsupportedMediaType(), undefined);
  });
  fastify.addHook('preParsing', (request: ApiRequest, reply, payload, done) => {
    const { headers, routeOptions } = request;
    const limit = routeOptions.bodyLimit;
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    const asItCame = encoding === '' || encoding === 'identity' || routeOptions.config.passedOn === true;
    const length = headers['content-length'];
    const holder = budget && new Holder(budget, request, reply);
    if (asItCame && length !== undefined) {
      if (Number(length) > limit || !holder) return done(null, payload); // The reader refuses one that is too large.
      if (!holder.holds(Number(length))) return done(tooMuchUnderWay());
      // Forwarded bodies are not parsed here, so no event would report their end.
      if (routeOptions.config.passedOn || Number(length) <= largestAtOnce) return done(null, payload);
      reading.begin(callerOf(request), Number(length)).then(
        (end) => {
          reply.raw.once('close', () => end(refused.has(request)));
          done(null, payload);
        },
        (error: Error) => done(error),
      );
      return;
    }
    if (asItCame && (headers['transfer-encoding'] === undefined || !holder)) return done(null, payload);
    const decoder = asItCame ? new PassThrough() : decoders[encoding]?.();
    if (!decoder) return done(new UnsupportedMediaType());
    return done(null, measured(payload, decoder, limit, holder));
  });
}

/** Objects in lines as one list. The parser checks whether they are well formed. */
const listOfLines = (text: string): string =>
  `[${text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join(',')}]`;

/** Reads a form; only calls of other interfaces take one. */
function parseForm(request: ApiRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  if (body.length === 0) return done(null, undefined);
  if (calledRoute(request)?.dialect === undefined) return done(new UnsupportedMediaType());
  request.bodyBytes = body.length;
  const text = textOf(body);
  const read = text === null ? null : readForm(text);
  return read === null ? done(new BadRequest('the body is not readable as a form')) : done(null, read);
}

/**
 * A caller whose key is refused is answered before its body, and Node then discards the body at the sender's speed. Large
 * ones are discarded under the limit for reading, so that many wrong keys do not occupy the event loop.
 */
function boundDiscards(fastify: FastifyInstance, reading: LargeBodyReading): void {
  fastify.addHook('onSend', (request: ApiRequest, reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0);
    const closes = reply.hasHeader('connection');
    if (request.tenant || length <= largestAtOnce || closes || request.raw.readableEnded) return done(null, payload);
    reading.begin(callerOf(request), length).then(
      (end) => {
        reply.raw.once('close', () => end(true));
        done(null, payload);
      },
      () => {
        // Too many wait: the connection closes with the answer, and nothing is discarded.
        reply.header('connection', 'close');
        done(null, payload);
      },
    );
  });
}

const tooMuchUnderWay = () => new Unavailable('too many large bodies are under way, try again');
const forbiddenName = () => new BadRequest('a name in the body is not allowed: __proto__ or constructor.prototype');

const callerOf = ({ tenant, ip }: ApiRequest): string => tenant?.organizationId ?? ip;

/** The budget share of one call's body, until the call is answered or disconnected. */
class Holder {
  private taken = 0;
  private readonly caller: string;

  constructor(
    private readonly budget: BodyBudget,
    request: ApiRequest,
    private readonly reply: FastifyReply,
  ) {
    this.caller = callerOf(request);
  }

  /** Raises the reservation to a number of bytes. @returns false when the budget is exhausted */
  holds(bytes: number): boolean {
    if (bytes <= smallBodyBytes || bytes <= this.taken) return true;
    if (!this.budget.take(bytes - this.taken, this.caller)) return false;
    if (this.taken === 0) this.reply.raw.once('close', () => this.budget.release(this.taken, this.caller));
    this.taken = bytes;
    return true;
  }
}

/** Whether rejected text is nevertheless well-formed JSON: then it contains a name that would change prototypes. */
function namesPrototype(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a body, or null if it is not UTF-8. */
function textOf(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/**
 * Decompresses a body up to a limit, and aborts a larger one. A body without a declared length is measured as it
 * arrives.
 */
function measured(
  payload: RequestPayload,
  decoder: Transform,
  limit: number,
  holder: Holder | undefined,
): RequestPayload {
  let packed = 0;
  let unpacked = 0;
  const source = payload as Readable;
  source.on('data', (chunk: Buffer) => {
    packed += chunk.length;
    if (packed > limit) decoder.destroy(new BodyTooLarge());
  });
  source.once('error', (error) => decoder.destroy(error));
  decoder.on('data', (chunk: Buffer) => {
    unpacked += chunk.length;
    if (unpacked > limit) decoder.destroy(new BodyTooLarge());
    else if (holder && !holder.holds(unpacked)) decoder.destroy(tooMuchUnderWay());
  });
  decoder.pause();
  // The reader stops listening after the first error, and a second may follow: discard the rest of the body.
  decoder.on('error', () => {
    source.unpipe(decoder);
    source.resume();
  });
  const output: RequestPayload = source.pipe(decoder);
  Object.defineProperty(output, 'receivedEncodedLength', { get: () => packed });
  return output;
}
