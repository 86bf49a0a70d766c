import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sessionRoutes } from '@tollgate/contracts';
import { Call, CurrentPerson, Input, type AnswerOf, type InputOf, type Person } from '@tollgate/platform';
import { CurrentOrigin, type Origin } from './origin.js';
import { SessionCookies } from './session-cookies.js';
import { SessionsService } from './sessions.service.js';

type Routes = typeof sessionRoutes;

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
  ) {}

  @Call(sessionRoutes.create)
  async create(
    @Input() input: InputOf<Routes['create']>,
    @CurrentOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<Routes['create']>> {
    return { session: this.cookies.handOver(await this.sessions.signIn(input, origin), origin, reply) };
  }

  @Call(sessionRoutes.read)
  async read(@CurrentPerson() person: Person): Promise<AnswerOf<Routes['read']>> {
    return { session: await this.sessions.read(person) };
  }

  @Call(sessionRoutes.end)
  async end(
    @CurrentPerson() person: Person,
    @CurrentOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<Routes['end']>> {
    const session = await this.sessions.end(person, person.sessionId);
    this.cookies.remove(origin, reply);
    return { session };
  }

  @Call(sessionRoutes.confirm)
  async confirm(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['confirm']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['confirm']>> {
    return { session: await this.sessions.confirm(person, input, origin) };
  }

  @Call(sessionRoutes.list)
  async list(@CurrentPerson() person: Person): Promise<AnswerOf<Routes['list']>> {
    return { sessions: await this.sessions.list(person) };
  }

  @Call(sessionRoutes.revoke)
  async revoke(@CurrentPerson() person: Person, @Param('svc_id') id: string): Promise<AnswerOf<Routes['revoke']>> {
    return { session: await this.sessions.end(person, id) };
  }
}
