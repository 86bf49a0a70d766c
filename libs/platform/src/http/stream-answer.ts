import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.js';
import { hasInternalNames } from './console-calls.js';
import { exactJson } from './exact-json.js';
import { toClientKeys } from './identifier-prefix.js';
import type { EventStream } from './event-stream.js';
import type { ApiRequest, Tenant } from './tenant.js';

/** Answers a call with a stream that nothing on the way holds back. */
export function answerStream(request: ApiRequest, reply: FastifyReply, stream: EventStream): void {
  // Such a call takes the head of the answer alone.
  if (request.method === 'HEAD') stream.end();
  void reply
    .type('text/event-stream; charset=utf-8')
    // Proxies neither hold it back nor change it.
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .send(stream);
}

/** The id of the last message that the client of a stream received. */
export function lastEventIdOf({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Writes the data of messages as their client spells names. */
export function spellingOf(request: ApiRequest, { identifierPrefix }: Config): (data: object) => string {
  const prefix = hasInternalNames(request) ? 'svc' : identifierPrefix;
  return (data) => exactJson(toClientKeys(data, prefix));
}

/** The key or the session of a caller. */
export const holderOf = ({ apiKeyId, member }: Tenant): string => apiKeyId ?? member?.sessionId ?? '';

/** A server that stops waits for its calls before modules end: streams end before that. */
export const endStreamsAtStop = ({ httpAdapter }: HttpAdapterHost, stop: () => void): void => {
  httpAdapter.getInstance<FastifyInstance>().addHook('preClose', (done) => {
    stop();
    done();
  });
};
