import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cloudEventForm, eventRoutes, type CloudEventForm, type Route } from '@tollgate/contracts';
import { Callers } from '@tollgate/identity/reader';
import { answerError, Config, inputOf, Logger, type AnswerOf, type ApiRequest, type Tenant } from '@tollgate/platform';
import { answerProblem, storeCloudEvents } from '../cloud-events/cloud-event-calls.js';
import { EventIntake } from './event-intake.js';
import { EventsService } from './events.service.js';

/**
 * The routes that receive events. They get more calls than all other routes together, so they bypass the framework's
 * controllers. The server's own hooks still apply: request id, bodies, identifier prefix, metrics.
 */
@Injectable()
export class EventCalls implements OnModuleInit {
  private readonly intake: EventIntake;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly callers: Callers,
    private readonly events: EventsService,
    private readonly logger: Logger,
    config: Config,
  ) {
    this.intake = new EventIntake({ calls: config.eventCallsWaiting, waitMs: config.eventWaitMs });
  }

  onModuleInit(): void {
    this.serve(eventRoutes.create, async (organizationId, body) => ({
      event: await this.events.create(organizationId, inputOf(eventRoutes.create, body)),
    }));
    this.serve(eventRoutes.createBatch, async (organizationId, body) => ({
      events: await this.events.createBatch(organizationId, inputOf(eventRoutes.createBatch, body).events),
    }));
  }

  private serve<R extends Route>(
    contract: R,
    answer: (organizationId: string, body: unknown) => Promise<AnswerOf<R>>,
  ): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .post(`/api/v1${contract.path}`, { onRequest: this.refuseEarly }, (request: ApiRequest, reply: FastifyReply) => {
        const form = cloudEventForm(request.headers);
        const done = this.callerOf(request, contract).then(({ organizationId }) =>
          this.intake.take(() =>
            form === null ? answer(organizationId, request.body) : this.storeCloudEvents(organizationId, form, request),
          ),
        );
        done.then(
          (payload) => (payload === undefined ? reply.status(204).send() : reply.send(payload)),
          (error: unknown) =>
            form === null ? answerError(error, reply, this.logger) : answerProblem(error, reply, this.logger),
        );
      });
  }

  /** Both addresses take every form of CloudEvents. */
  private async storeCloudEvents(
    organizationId: string,
    form: CloudEventForm,
    request: ApiRequest,
  ): Promise<undefined> {
    const { headers, body } = request;
    await storeCloudEvents({ form, headers, body }, (events) => this.events.storeOnce(organizationId, events));
    return undefined;
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
