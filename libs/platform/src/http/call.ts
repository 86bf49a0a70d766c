import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import {
  addressOf,
  readQuery,
  type Body,
  type BodyInput,
  type QueryInput,
  type RawInput,
  type Route,
} from '@tollgate/contracts';
import type { z } from 'zod';
import { BadRequest, ValidationFailed } from '../errors/api-errors.js';
import type { Repetition } from '../database/repetition.js';
import { readRawInput } from './raw-input.js';
import { repetitionOf } from './repetition.js';
import type { ApiRequest } from './tenant.js';

const contractKey = 'tollgate:route';
const inputKey = 'tollgate:input';
const repetitionKey = 'tollgate:repetition';

/** The contract of the method that handles a request; undefined for pages. */
export const contractOf = (context: ExecutionContext): Route | undefined =>
  Reflect.getMetadata(contractKey, context.getHandler()) as Route | undefined;

/** The input of the handler of a call: its validated body, or the raw one where it validates after loading. */
export type InputOf<R> = R extends { body: infer B extends Body }
  ? R extends { validates: 'after loading' }
    ? RawInput
    : BodyInput<B>
  : never;
/** The validated query parameters of a call. */
export type QueryOf<R> = R extends Route<infer _B, infer Q> ? QueryInput<Q> : never;
/** The answer of a call. */
export type AnswerOf<R> = R extends { answer: infer A extends z.ZodRawShape } ? z.input<z.ZodObject<A>> : never;

type Handler = (...parameters: never[]) => unknown;
/** Whether two types are identical: a raw body could be assigned to a validated one whose fields are all optional. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
/** Whether one of the parameters of a handler has the type of the input. */
type Takes<Parameters extends readonly unknown[], Input> = true extends {
  [Index in keyof Parameters]: Same<Parameters[Index], Input>;
}[number]
  ? true
  : false;
type OwnInput<R, H extends Handler> = R extends { body: Body } ? Takes<Parameters<H>, InputOf<R>> : true;

/**
 * Binds a controller's method to a published call. A method does not compile without a parameter of the type that the
 * contract states for its body.
 */
export const Call =
  <R extends Route>(contract: R) =>
  <H extends Handler>(
    target: object,
    method: string,
    descriptor: OwnInput<R, H> extends true ? TypedPropertyDescriptor<H> : { readonly takes: InputOf<R> },
  ): void => {
    if (Reflect.hasMetadata(inputKey, target, method) !== (contract.body !== undefined))
      throw new Error(`${method} does not take the body of ${contract.method} ${contract.path} by @Input()`);
    if (Reflect.hasMetadata(repetitionKey, target, method) !== (contract.repetition !== undefined))
      throw new Error(`${method} does not take the key of ${contract.method} ${contract.path} by @RepeatedBy()`);
    applyDecorators(
      RequestMapping({ path: addressOf(contract), method: RequestMethod[contract.method] }),
      HttpCode(200),
      SetMetadata(contractKey, contract),
    )(target, method, descriptor as TypedPropertyDescriptor<H>);
  };

const InputValue = createParamDecorator((beside: string | undefined, context: ExecutionContext): unknown => {
  const contract = contractOf(context);
  if (!contract) throw new Error('This call has no contract');
  const { body } = context.switchToHttp().getRequest<ApiRequest>();
  return beside === undefined ? inputOf(contract, body) : asRecord(body)[beside];
});

/**
 * The body of a call, unwrapped, as its contract states: validated, or raw where the handler validates it after loading.
 * Answers 400 without a mandatory wrapper, 422 with every field error.
 * @param beside instead, the raw value of this name next to the wrapper
 */
export const Input =
  (beside?: string): ParameterDecorator =>
  (target, method, index) => {
    if (method !== undefined && beside === undefined) Reflect.defineMetadata(inputKey, true, target, method);
    InputValue(beside)(target, method, index);
  };

/**
 * The input of a call from its body, as its contract states.
 * @throws BadRequest without wrapper or object, ValidationFailed with every field error
 */
export function inputOf<R extends Route>(contract: R, body: unknown): InputOf<R>;
export function inputOf(contract: Route, body: unknown): unknown {
  if (!contract.body) throw new Error('This call has no body contract');
  const raw = unwrapped(contract, body);
  return contract.validates === 'after loading' ? raw : readRawInput(contract.body, raw);
}

function unwrapped({ wrapper, wrapperNeedsField, bodyOptional, body: contract }: Route, body: unknown): RawInput {
  if (wrapper === undefined) return objectOf(body);
  // The body of a removal may be anything: a client may send one without meaning it.
  if (bodyOptional === 'wrapper') return asRecord(objectOf(body)[wrapper]);
  if (bodyOptional && isNothing(body)) return {};
  const raw = unwrap(body, wrapper);
  if (wrapperNeedsField && !Object.keys(raw).some((field) => field in (contract?.shape ?? {})))
    throw BadRequest.missingWrapper(wrapper);
  return raw;
}

/** Whether a call has no body; an empty object counts as none. */
const isNothing = (body: unknown): boolean => body === undefined || JSON.stringify(body) === '{}';

const RepetitionValue = createParamDecorator((_: unknown, context: ExecutionContext): Repetition | undefined => {
  const contract = contractOf(context);
  const request = context.switchToHttp().getRequest<ApiRequest>();
  if (!contract || !request.tenant) throw new Error('A call without a caller read its Idempotency-Key');
  return repetitionOf(contract, request.tenant, request);
});

/**
 * The key under which the caller may repeat a call (`Idempotency-Key`), for `Database.createOnce`; undefined without
 * one. Answers 400 for a key that is too long.
 */
export const RepeatedBy = (): ParameterDecorator => (target, method, index) => {
  if (method !== undefined) Reflect.defineMetadata(repetitionKey, true, target, method);
  RepetitionValue()(target, method, index);
};

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

/** Unwraps a body. @throws BadRequest when the wrapper is missing, empty or not an object */
export function unwrap(body: unknown, wrapper: string): RawInput {
  const inner = asRecord(asRecord(body)[wrapper]);
  if (Object.keys(inner).length === 0) throw BadRequest.missingWrapper(wrapper);
  return inner;
}
