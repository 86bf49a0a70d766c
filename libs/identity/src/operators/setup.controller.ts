import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { operatorCalls, setupRoutes } from '@tollgate/contracts';
import { Call, Input, NotAllowed, isoSeconds, type AnswerOf, type InputOf } from '@tollgate/platform';
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { Setup } from './setup.service.js';
import { SetupLinks } from './setup-links.js';

type Routes = typeof setupRoutes;

/** The first person of an installation. */
@Controller()
export class SetupController {
  constructor(
    private readonly setup: Setup,
    private readonly cookies: SessionCookies,
  ) {}

  @Call(setupRoutes.create)
  async create(
    @Input() input: InputOf<Routes['create']>,
    @CurrentOrigin() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<Routes['create']>> {
    return { session: this.cookies.handOver(await this.setup.run(input, origin), origin, reply) };
  }
}

/** The call for the setup link, under the admin key. */
@Controller()
export class SetupLinksController {
  constructor(private readonly links: SetupLinks) {}

  /** @throws NotAllowed when the installation has people */
  @Call(operatorCalls.createSetupLink)
  async create(): Promise<AnswerOf<typeof operatorCalls.createSetupLink>> {
    const link = await this.links.renew();
    if (!link) throw new NotAllowed('already_set_up');
    return { setup_link: { url: link.url, expires_at: isoSeconds(link.expiresAt) } };
  }
}
