import type { Readable, Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { BadRequest, BodyTooLarge, UnsupportedMediaType } from '../errors/api-errors.js';
import { withExactNumbers } from './exact-json.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is passed on as it came, not read. */
    passedOn?: boolean;
  }
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * How the bodies of requests are read: JSON in UTF-8, with exact numbers, compressed or not. An empty body is none,
 * whatever its content type: clients send `Content-Type: application/json` with calls that have no body.
 */
export function readBodies(fastify: FastifyInstance, limit: number): void {
  fastify.removeAllContentTypeParsers();
  // Names that would change objects themselves are refused.
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser(/^application\/([\w.-]+\+)?json\b/i, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = textOf(body as Buffer);
    if (text === null) return done(new BadRequest('the body is not readable as JSON'), undefined);
    return parseJson(request, text, (error, value) => {
      if (error) return done(new BadRequest('the body is not readable as JSON'), undefined);
      const exact = withExactNumbers(text);
      return done(null, exact === text ? value : (JSON.parse(exact) as unknown));
    });
  });
  // Without a content type, and of any other, only a body that is empty is taken.
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0 ? done(null, undefined) : done(new UnsupportedMediaType(), undefined),
  );
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding === '' || encoding === 'identity' || request.routeOptions.config.passedOn) return done(null, payload);
    const decoder = decoders[encoding];
    if (!decoder) return done(new UnsupportedMediaType());
    return done(null, decompressed(request, payload, decoder(), limit));
  });
}

/** The text of a body, or null where it is not UTF-8. */
function textOf(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/** A body as it was before it was compressed, up to a number of bytes; what is larger inside is not unpacked. */
function decompressed(request: FastifyRequest, payload: RequestPayload, decoder: Transform, limit: number): RequestPayload {
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
  });
  decoder.pause();
  // The reader stops listening after the first error, and another one may follow: the rest of the body goes nowhere.
  decoder.on('error', () => {
    source.unpipe(decoder);
    source.resume();
  });
  const output: RequestPayload = source.pipe(decoder);
  Object.defineProperty(output, 'receivedEncodedLength', { get: () => packed });
  return output;
}
