import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  addressOf,
  cloudEventForm,
  eventRoutes,
  meterEventCall,
  type CloudEventForm,
  type Route,
} from '@tollgate/contracts';
import { Callers } from '@tollgate/identity/reader';
import { answerError, Clock, inputOf, Logger, type AnswerOf, type ApiRequest, type Tenant } from '@tollgate/platform';
import { storeCloudEvents } from '../cloud-events/cloud-event-calls.js';
import { storeMeterEvent } from '../meter-events/meter-event-calls.js';
import { Subscribers } from '../subscribers/subscribers.js';
import { EventIntake } from './event-intake.js';
import { EventsService } from './events.service.js';

type Answer = (organizationId: string, request: ApiRequest) => Promise<object | undefined>;

/**
 * The routes that receive events. They get more calls than all other routes together, so they bypass the framework's
 * controllers. The server's own hooks still apply: request id, bodies, identifier prefix, metrics, shapes of errors.
 */
@Injectable()
export class EventCalls implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly callers: Callers,
    private readonly events: EventsService,
    private readonly intake: EventIntake,
    private readonly subscribers: Subscribers,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.serveEvents(eventRoutes.create, async (organizationId, body) => ({
      event: await this.events.create(organizationId, inputOf(eventRoutes.create, body)),
    }));
    this.serveEvents(eventRoutes.createBatch, async (organizationId, body) => ({
      events: await this.events.createBatch(organizationId, inputOf(eventRoutes.createBatch, body).events),
    }));
    this.serve(meterEventCall, (organizationId, request) => this.storeMeterEvent(organizationId, request));
  }

  /** A call of our own, which takes CloudEvents too. */
  private serveEvents<R extends Route>(
    contract: R,
    answer: (organizationId: string, body: unknown) => Promise<AnswerOf<R>>,
  ): void {
    this.serve(contract, (organizationId, request) => {
      const form = cloudEventForm(request.headers);
      return form === null
        ? answer(organizationId, request.body)
        : this.storeCloudEvents(organizationId, form, request);
    });
  }

  private serve(contract: Route, answer: Answer): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .post(addressOf(contract), { onRequest: this.refuseEarly }, (request: ApiRequest, reply: FastifyReply) => {
        const done = this.callerOf(request, contract).then(({ organizationId }) =>
          this.intake.take(() => answer(organizationId, request)),
        );
        done.then(
          (payload) => (payload === undefined ? reply.status(204).send() : reply.send(payload)),
          (error: unknown) => answerError(error, reply, this.logger),
        );
      });
  }

  /** Both addresses take every form of CloudEvents. */
  private async storeCloudEvents(
    organizationId: string,
    form: CloudEventForm,
    { headers, body }: ApiRequest,
  ): Promise<undefined> {
    await storeCloudEvents(
      { form, headers, body },
      {
        bySubject: (subjects) => this.subscribers.bySubject(organizationId, subjects),
        store: async (events) => (await this.events.storeOnce(organizationId, events)).errors,
      },
    );
    return undefined;
  }

  private async storeMeterEvent(organizationId: string, { headers, body }: ApiRequest): Promise<object> {
    const key = headers['idempotency-key'];
    const now = await this.clock.now(organizationId);
    return storeMeterEvent(
      { organizationId, body, idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined, now },
      this.subscribers,
      async (event) => (await this.events.storeOnce(organizationId, [event])).errors?.[0] ?? null,
    );
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
