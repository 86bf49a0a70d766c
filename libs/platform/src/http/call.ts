import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { addressOf, readQuery, type Route, type BodyInput, type QueryInput, type RawInput } from '@tollgate/contracts';
import type { z } from 'zod';
import { BadRequest, ValidationFailed } from '../errors/api-errors.js';
import { readRawInput } from './raw-input.js';
import type { ApiRequest } from './tenant.js';

const contractKey = 'tollgate:route';

/** Binds a controller's method to a published call. */
export const Call = (contract: Route): MethodDecorator =>
  applyDecorators(
    RequestMapping({ path: addressOf(contract), method: RequestMethod[contract.method] }),
    HttpCode(200),
    SetMetadata(contractKey, contract),
  );

/** The contract of the method that handles a request; undefined for operator calls. */
export const contractOf = (context: ExecutionContext): Route | undefined =>
  Reflect.getMetadata(contractKey, context.getHandler()) as Route | undefined;

/** The validated body of a call. */
export type BodyOf<R> = R extends Route<infer B> ? BodyInput<B> : never;
/** The validated query parameters of a call. */
export type QueryOf<R> = R extends Route<infer _B, infer Q> ? QueryInput<Q> : never;
/** The answer of a call. */
export type AnswerOf<R> = R extends { answer: infer A extends z.ZodRawShape } ? z.input<z.ZodObject<A>> : never;

/** The validated body of a call, unwrapped. Answers 400 without wrapper, 422 with every field error. */
export const Body = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const contract = contractOf(context);
  if (!contract?.body) throw new Error('This call has no body contract');
  const { body } = context.switchToHttp().getRequest<ApiRequest>();
  return bodyOf(contract, body);
});

/** Validates a call's body. @throws BadRequest without wrapper or object, ValidationFailed with every field error */
export function bodyOf<R extends Route>(contract: R, body: unknown): BodyOf<R> {
  if (!contract.body) throw new Error('This call has no body contract');
  return readRawInput(contract.body, contract.wrapper ? rawBodyOf(contract, body) : objectOf(body)) as BodyOf<R>;
}

/** Unwraps a call's body without validation. @throws BadRequest without wrapper */
export function rawBodyOf(contract: Route, body: unknown): RawInput {
  if (!contract.wrapper) throw new Error('This call has no wrapper');
  return unwrapFor(contract, contract.wrapper, body);
}

/**
 * The raw body of a call, unwrapped: for calls that load their resource before they validate the input. Answers 400
 * without wrapper.
 */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  const contract = contractOf(context);
  if (!contract) throw new Error('This call has no contract');
  return rawBodyOf(contract, context.switchToHttp().getRequest<ApiRequest>().body);
});

/**
 * The raw optional body of a call, unwrapped; empty without one. Answers 400 for a body that is not an object: an empty
 * one would remove the data to replace.
 */
export const OptionalRawBody = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  const { body } = context.switchToHttp().getRequest<ApiRequest>();
  const wrapper = contractOf(context)?.wrapper;
  return wrapper ? asRecord(objectOf(body)[wrapper]) : objectOf(body);
});

/** The raw body of a call that may come without one, unwrapped. Answers 400 for a body without wrapper. */
export const RawBodyIfPresent = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  const contract = contractOf(context);
  if (!contract) throw new Error('This call has no contract');
  const { body } = context.switchToHttp().getRequest<ApiRequest>();
  return isNothing(body) ? {} : rawBodyOf(contract, body);
});

/** Whether a call has no body; an empty object counts as none. */
export const isNothing = (body: unknown): boolean => body === undefined || JSON.stringify(body) === '{}';

/** The raw value of a name next to the wrapper. */
export const BesideWrapper = createParamDecorator(
  (name: string, context: ExecutionContext): unknown =>
    asRecord(context.switchToHttp().getRequest<ApiRequest>().body)[name],
);

const longestKey = 255;

/**
 * The key under which the caller may repeat a call (`Idempotency-Key`); undefined without one. Answers 400 for a key
 * that is too long.
 */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const key = context.switchToHttp().getRequest<ApiRequest>().headers['idempotency-key'];
  if (typeof key !== 'string' || key.trim() === '') return undefined;
  if (key.length > longestKey) throw new BadRequest(`Idempotency-Key is longer than ${longestKey} characters`);
  return key;
});

/**
 * The validated query parameters of a call; a changing call may have them in its body instead, next to the wrapper
 * (customers, sections 4.2 and 4.5).
 */
export const Query = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const contract = contractOf(context);
  if (!contract?.query) throw new Error('This call has no query contract');
  const { query, body } = context.switchToHttp().getRequest<ApiRequest>();
  const read = readQuery(contract.query, { ...(contract.method === 'GET' ? {} : asRecord(body)), ...asRecord(query) });
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input;
});

const asRecord = (value: unknown): RawInput =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as RawInput) : {};

/** The body as an object; empty without one. @throws BadRequest for a list, a text, a number or null */
function objectOf(body: unknown): RawInput {
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new BadRequest('the body is no JSON object');
  return body as RawInput;
}

/** Unwraps a call's body. @throws BadRequest, also without a known field where the call needs one */
function unwrapFor({ wrapperNeedsField, body: shape }: Route, wrapper: string, body: unknown): RawInput {
  const raw = unwrap(body, wrapper);
  if (wrapperNeedsField && !Object.keys(raw).some((field) => field in (shape?.shape ?? {})))
    throw BadRequest.missingWrapper(wrapper);
  return raw;
}

/** Unwraps a body. @throws BadRequest when the wrapper is missing, empty or not an object */
export function unwrap(body: unknown, wrapper: string): RawInput {
  const inner = asRecord(asRecord(body)[wrapper]);
  if (Object.keys(inner).length === 0) throw BadRequest.missingWrapper(wrapper);
  return inner;
}
