import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { TooManyRequests, Unavailable, ValidationFailed, type ApiError } from '../errors/api-errors.js';
import { answerInDialects } from './error-dialects.js';

let server: FastifyInstance;
let failure: ApiError | { id: string };

beforeAll(async () => {
  server = Fastify();
  answerInDialects(server);
  for (const path of ['/v1/billing/meter_events', '/api/v1/events', '/api/v1/taxes'])
    server.post(path, (_, reply) =>
      'body' in failure
        ? reply.status(failure.status).headers(failure.headers).send(failure.body)
        : reply.send(failure),
    );
  server.addContentTypeParser('application/cloudevents+json', (_request, _payload, done) => done(null));
  await server.ready();
});
afterAll(() => server.close());

async function answerAt(url: string, error: typeof failure, type = 'application/json') {
  failure = error;
  const { statusCode, headers, body } = await server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: '{}',
  });
  return { status: statusCode, headers, body: JSON.parse(body) as unknown };
}

describe('an error of a call of Stripe', () => {
  const stripe = (error: ApiError) => answerAt('/v1/billing/meter_events', error);

  it('has its parameter, with a code and a sentence', async () => {
    expect(await stripe(new ValidationFailed({ event_name: ['value_is_mandatory'], timestamp: ['x'] }))).toMatchObject({
      status: 400,
      headers: { 'stripe-should-retry': 'false' },
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'parameter_missing',
          message: 'event_name: value_is_mandatory',
          param: 'event_name',
        },
      },
    });
    const several = new ValidationFailed({ 'payload[stripe_customer_id]': ['customer_not_found'] });
    expect((await stripe(several)).body).toMatchObject({
      error: { code: 'resource_missing', message: expect.stringContaining('payment provider') },
    });
  });

  it('has a text without a parameter', async () => {
    expect((await stripe(new ValidationFailed('expression_evaluation_failed: b'))).body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'validation_errors',
        message: 'expression_evaluation_failed: b',
      },
    });
  });

  it('says whether to send the call again', async () => {
    expect(await stripe(new Unavailable('the log is unavailable'))).toMatchObject({
      status: 503,
      headers: { 'stripe-should-retry': 'true', 'retry-after': '1' },
      body: { error: { type: 'api_error', message: 'the log is unavailable' } },
    });
    expect(await stripe(new TooManyRequests(7))).toMatchObject({
      status: 429,
      headers: { 'stripe-should-retry': 'true', 'retry-after': '7' },
      body: { error: { code: 'rate_limit' } },
    });
  });
});

describe('an error of CloudEvents', () => {
  it('is a problem document', async () => {
    const error = new ValidationFailed({ subject: ['no_active_subscription'] });
    expect(await answerAt('/api/v1/events', error, 'application/cloudevents+json')).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        error_details: { subject: ['no_active_subscription'] },
        hints: { subject: expect.any(String) },
      },
    });
  });
});

it('other answers stay as they are', async () => {
  const error = new ValidationFailed({ name: ['value_is_mandatory'] });
  for (const [url, type] of [
    ['/api/v1/events', 'application/json'],
    ['/api/v1/taxes', 'application/cloudevents+json'],
  ] as const)
    expect(await answerAt(url, error, type)).toMatchObject({ status: 422, body: error.body });
  expect(await answerAt('/v1/billing/meter_events', { id: 'x' })).toMatchObject({ status: 200, body: { id: 'x' } });
});
