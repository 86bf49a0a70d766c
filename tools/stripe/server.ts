// HTTP: reads calls, lets faults strike, and answers in Stripe's form.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import type { Deliveries } from './deliveries.ts';
import { broken, Failure, invalid, tooMany, unauthenticated } from './errors.ts';
import { expanded } from './expansion.ts';
import type { Fault, Faults } from './faults.ts';
import { canonical, readForm } from './form.ts';
import type { Answer } from './idempotency.ts';
import { newId } from './ids.ts';
import type { ApiKeys } from './keys.ts';
import { operationOf } from './operations.ts';
import { checkParameters, parameterTable } from './parameters.ts';

/** The parts of a double that its calls need. */
export interface Environment {
  clock: Clock;
  keys: ApiKeys;
  faults: Faults;
  deliveries: Deliveries;
  record: (call: RecordedCall) => void;
}

/** A call as the control interface lists it: without its key. */
export interface RecordedCall {
  id: string;
  at: number;
  method: string;
  path: string;
  account?: string;
  idempotency_key?: string;
  /** The parameters as they came, cut to 4,096 characters. */
  form: string;
  /** The status; none if the connection was cut. */
  status?: number;
  is_replay?: boolean;
}

const maximumBody = 1024 * 1024;
const sleep = async (milliseconds: number): Promise<void> => {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

/** @returns the text of a body. @throws Failure if it is too long */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maximumBody) throw invalid('The request body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** One call on its way. */
interface Call {
  request: IncomingMessage;
  id: string;
  method: string;
  path: string;
  query: string;
  body: string;
  key: string | undefined;
  record: RecordedCall;
}

function readCall(request: IncomingMessage, body: string, at: number): Call {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const method = request.method ?? '';
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' && method === 'POST' ? header : undefined;
  const id = newId('req');
  const form = (body === '' ? query : body).slice(0, 4096);
  const record: RecordedCall = { id, at, method, path, form, ...(key !== undefined && { idempotency_key: key }) };
  return { request, id, method, path, query, body, key, record };
}

/** The double speaks one version: that of its types. Others differ in their form. */
function checkVersion(header: string | string[] | undefined): void {
  if (header === undefined || header === parameterTable.source.api) return;
  throw invalid(`Invalid Stripe API version: ${String(header)}. The double speaks ${parameterTable.source.api} only.`);
}

function checkHeaders({ request, method, body }: Call): void {
  checkVersion(request.headers['stripe-version']);
  if (request.headers['stripe-account'] !== undefined)
    throw unauthenticated('The double does not model connected accounts (Stripe-Account).', 'account_invalid');
  const type = request.headers['content-type'];
  if (method === 'POST' && body !== '' && !type?.startsWith('application/x-www-form-urlencoded'))
    throw invalid(
      `Invalid request: the content type must be application/x-www-form-urlencoded, not ${type ?? 'absent'}.`,
    );
}

const answerOf = (status: number, body: object, request: string): Answer => ({
  status,
  body: `${JSON.stringify(body, null, 2)}\n`,
  request,
});

const failureAnswer = ({ status, body }: Failure, id: string): Answer =>
  answerOf(status, { error: { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${id}` } }, id);

/** The fault of a kind that strikes a call at a time; undefined if none does. */
type Strikes = (kind: Fault['kind'], when: Fault['when']) => Fault | undefined;

/** The result of a call: its answer, and whether that is a stored one. */
interface Result {
  answer: Answer;
  isReplay?: boolean;
}

export class StripeServer {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Answers a call of `/v1`, or cuts its connection. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, faults, record } = this.#environment;
    const body = await bodyOf(request);
    const call = readCall(request, body, clock.now());
    record(call.record);
    const struck = faults.take(call.method, call.path);
    const strikes: Strikes = (kind, when) => struck.find((fault) => fault.kind === kind && fault.when === when);
    if (strikes('cut', 'before')) return void request.socket.destroy();
    let result: Result;
    try {
      if (strikes('rate_limit', 'before') || faults.isOverLimit(Date.now())) throw tooMany();
      if (strikes('error', 'before')) throw broken();
      result = await this.#answer(call, strikes);
    } catch (error) {
      if (!(error instanceof Failure))
        process.stderr.write(`The double of Stripe failed: ${(error as Error).stack ?? ''}\n`);
      result = { answer: failureAnswer(error instanceof Failure ? error : broken(), call.id) };
    }
    if (strikes('cut', 'after')) return void request.socket.destroy();
    call.record.status = result.answer.status;
    if (result.isReplay) call.record.is_replay = true;
    if (strikes('cut', 'during')) return sendHalf(response, call, result);
    send(response, call, result);
  }

  async #answer(call: Call, strikes: Strikes): Promise<Result> {
    const { clock, keys, deliveries } = this.#environment;
    const { account, require } = keys.authenticate(call.request.headers.authorization);
    call.record.account = account.id;
    const { operation, ids } = operationOf(call.method, call.path);
    require(operation.kind, call.method === 'GET' ? 'read' : 'write');
    checkHeaders(call);
    const raw = readForm([call.query, call.body].filter((part) => part !== '').join('&'));
    const fingerprint = canonical(raw);
    const { values, expand } = checkParameters(operation.name, raw);
    const claim =
      call.key === undefined ? undefined : account.keys.claim(call.key, call.path, fingerprint, clock.now());
    if (claim && 'replayed' in claim) return { answer: claim.replayed, isReplay: true };
    let answer: Answer | undefined;
    try {
      await sleep(strikes('delay', 'before')?.milliseconds ?? 0);
      answer = this.#execute(account, call, expand, () =>
        operation.execute(account, values, ids[0] ?? '', ids[1] ?? ''),
      );
      if (deliveries.policy.before_answer) await deliveries.settled();
      if (strikes('error', 'after')) answer = failureAnswer(broken(), call.id);
      await sleep(strikes('delay', 'after')?.milliseconds ?? 0);
    } finally {
      claim?.settle(answer);
    }
    return { answer };
  }

  /** Executes at once, without a pause in which another call could come between. */
  #execute(account: Account, call: Call, expand: string[], run: () => object): Answer {
    try {
      const object = account.execute({ id: call.id, idempotency_key: call.key ?? null }, run);
      return answerOf(200, expanded(account, object, expand), call.id);
    } catch (error) {
      if (error instanceof Failure) return failureAnswer(error, call.id);
      throw error;
    }
  }
}

function writeHead(response: ServerResponse, { id, key }: Call, { answer, isReplay }: Result): void {
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(answer.body),
    'Request-Id': id,
    'Stripe-Version': parameterTable.source.api,
    ...(key !== undefined && { 'Idempotency-Key': key, 'Original-Request': answer.request }),
    ...(isReplay && { 'Idempotent-Replayed': 'true' }),
  });
}

function send(response: ServerResponse, call: Call, result: Result): void {
  writeHead(response, call, result);
  response.end(result.answer.body);
}

/** The connection breaks within the answer. */
function sendHalf(response: ServerResponse, call: Call, result: Result): void {
  const { body } = result.answer;
  writeHead(response, call, result);
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
