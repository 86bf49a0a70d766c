import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  sourceDoorRoutes,
  type EventSourceDoor,
  type FieldErrors,
  type Route,
  type SourceReceipt,
  type SourceRefusal,
} from '@tollgate/contracts';
import { Callers } from '@tollgate/identity/reader';
import {
  answerError,
  answerTo,
  BadRequest,
  Logger,
  ValidationFailed,
  type ApiRequest,
  type Tenant,
} from '@tollgate/platform';
import { EventIntake } from '../../intake/events/event-intake.js';
import { kindOf } from '../kinds/registry.js';
import { encodePartialSuccess, encodeStatus, partialSuccess } from '../otlp/otlp-answers.js';
import { logsRequest, tracesRequest } from '../otlp/otlp-messages.js';
import { decodeMessage, type MessageType } from '../otlp/protobuf-messages.js';
import { SourceAccess } from './source-access.js';
import { SourceRecords } from './source-records.js';

/** How a call answers and, for OTLP, how its bodies are decoded. */
interface Door {
  contract: Route;
  door: EventSourceDoor;
  /** The body as parsed JSON. @throws BadRequest */
  decode(body: unknown): unknown;
  /** @throws the error to answer with */
  answer(receipt: Receipt, reply: FastifyReply): unknown;
  refuse(error: unknown, reply: FastifyReply): void;
}
type Receipt = Awaited<ReturnType<SourceRecords['take']>>;

const protobuf = 'application/x-protobuf';

/**
 * The calls of senders. They may be as many as those of events, so they bypass the framework's controllers. The
 * server's own hooks, and the bounds of calls with events, apply to them.
 */
@Injectable()
export class SourceDoors implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly callers: Callers,
    private readonly intake: EventIntake,
    private readonly access: SourceAccess,
    private readonly records: SourceRecords,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      scope.addContentTypeParser(protobuf, { parseAs: 'buffer' }, (request: ApiRequest, body, parsed) => {
        request.bodyBytes = body.length;
        parsed(null, body);
      });
      this.serve(scope, this.otlpDoor(sourceDoorRoutes.traces, tracesRequest, 'rejectedSpans'));
      this.serve(scope, this.otlpDoor(sourceDoorRoutes.logs, logsRequest, 'rejectedLogRecords'));
      done();
    });
    this.serve(fastify, {
      contract: sourceDoorRoutes.receive,
      door: 'events',
      decode: (body) => body,
      answer: ({ refusedInputs: _, ...receipt }) => answerOfEvents(receipt),
      refuse: (error, reply) => answerError(error, reply, this.logger),
    });
  }

  /** A call of OTLP answers in the encoding of its body. */
  private otlpDoor(contract: Route, message: MessageType, counted: string): Door {
    return {
      contract,
      door: 'otlp',
      decode: (body) => (Buffer.isBuffer(body) ? decodeMessage(body, message) : body),
      answer: ({ refusedInputs: { size }, refusals }, reply) => {
        const text = JSON.stringify(refusals);
        if (!isProtobuf(reply)) return partialSuccess(counted, size, text);
        void reply.type(protobuf);
        return encodePartialSuccess(size, text);
      },
      refuse: (error, reply) => {
        if (!isProtobuf(reply)) return answerError(error, reply, this.logger);
        const { status, body, headers } = answerTo(error, this.logger);
        const text = String(body['code'] ?? body['error']);
        void reply.status(status).headers(headers).type(protobuf).send(encodeStatus(text));
      },
    };
  }

  private serve(fastify: FastifyInstance, door: Door): void {
    fastify.post(
      `/api/v1${door.contract.path}`,
      { onRequest: this.refuseEarly, config: { jsonLines: door.door === 'events' } },
      (request: ApiRequest, reply: FastifyReply) => {
        this.take(request, door)
          .then(
            (receipt) => reply.send(door.answer(receipt, reply)),
            (error: unknown) => door.refuse(error, reply),
          )
          .catch((error: unknown) => door.refuse(error, reply));
      },
    );
  }

  private async take(request: ApiRequest, { contract, door, decode }: Door): Promise<Receipt> {
    const tenant = await this.callerOf(request, contract);
    const { code = '' } = request.params as { code?: string };
    const source = await this.access.sourceOf(tenant, code, door);
    return this.intake.take(async () => {
      try {
        return await this.records.take(source, kindOf(source.kind).readInputs(decode(request.body)));
      } catch (error) {
        if (error instanceof BadRequest)
          await this.records.noteUnreadable(source, [
            { place: null, reason: error.message.replace(/^BadRequest: /, '') },
          ]);
        throw error;
      }
    });
  }

  /** Refuses a call beyond the bounds before the server reads its body. */
  private readonly refuseEarly = (_request: ApiRequest, reply: FastifyReply, done: () => void): void => {
    try {
      this.intake.refuseBeyondBounds();
    } catch (error) {
      return answerError(error, reply, this.logger);
    }
    done();
  };

  /** The caller that was admitted before the body was read. @throws as `Callers.admit` */
  private async callerOf(request: ApiRequest, contract: Route): Promise<Tenant> {
    return request.tenant && request.admittedTo === contract ? request.tenant : this.callers.admit(request, contract);
  }
}

const isProtobuf = ({ request }: FastifyReply): boolean =>
  String(request.headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() === protobuf;

/** Errors by the place of the record, and by rule. */
function errorsByPlace(refusals: readonly SourceRefusal[]): Record<string, Record<string, FieldErrors>> {
  const byPlace: Record<string, Record<string, FieldErrors>> = {};
  for (const { input, rule, errors } of refusals)
    byPlace[input] = Object.fromEntries([...Object.entries(byPlace[input] ?? {}), [rule, errors]]);
  return byPlace;
}

/** @throws ValidationFailed when all of it is refused: a sender that reads nothing but the status notices that */
function answerOfEvents(receipt: SourceReceipt): { event_source_receipt: SourceReceipt } {
  const { taken, repeated, refused, refusals } = receipt;
  if (refused > 0 && taken + repeated === 0) throw new ValidationFailed(errorsByPlace(refusals));
  return { event_source_receipt: receipt };
}
