import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { authenticationMethodRoutes, openIdRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  type AnswerOf,
  type ApiRequest,
  type InputOf,
  type Tenant,
} from '@tollgate/platform';
import { Callers } from '../api-keys/callers.js';
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { AuthenticationMethodsService } from './authentication-methods.service.js';
import { OpenIdLinks } from './open-id-links.service.js';
import { OpenIdSignIns } from './open-id-sign-in.service.js';

type Routes = typeof authenticationMethodRoutes;
type SignInRoutes = typeof openIdRoutes;

@Controller()
export class OpenIdController {
  constructor(
    private readonly methods: AuthenticationMethodsService,
    private readonly signIns: OpenIdSignIns,
    private readonly cookies: SessionCookies,
    private readonly links: OpenIdLinks,
    private readonly callers: Callers,
  ) {}

  @Call(openIdRoutes.start)
  async start(
    @Input() input: InputOf<SignInRoutes['start']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<SignInRoutes['start']>> {
    return { open_id: await this.signIns.start(input, origin) };
  }

  @Call(openIdRoutes.finish)
  async finish(
    @Input() input: InputOf<SignInRoutes['finish']>,
    @CurrentOrigin() origin: Origin,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<SignInRoutes['finish']>> {
    const own = await this.callers.personOf(request).catch(() => null);
    return { session: this.cookies.handOver(await this.signIns.finish(input, origin, own), origin, reply) };
  }

  @Call(openIdRoutes.confirm)
  async confirm(
    @Input() { token }: InputOf<SignInRoutes['confirm']>,
    @CurrentOrigin() { ipAddress }: Origin,
  ): Promise<AnswerOf<SignInRoutes['confirm']>> {
    return { open_id: { organization_name: await this.links.confirm(token, ipAddress) } };
  }

  @Call(authenticationMethodRoutes.read)
  async read(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<Routes['read']>> {
    return { authentication_methods: await this.methods.read(tenant) };
  }

  @Call(authenticationMethodRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<Routes['update']>,
  ): Promise<AnswerOf<Routes['update']>> {
    return { authentication_methods: await this.methods.update(tenant, input) };
  }

  @Call(authenticationMethodRoutes.connectOpenId)
  async connect(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<Routes['connectOpenId']>,
  ): Promise<AnswerOf<Routes['connectOpenId']>> {
    return { authentication_methods: await this.methods.connect(tenant, input) };
  }

  @Call(authenticationMethodRoutes.disconnectOpenId)
  async disconnect(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<Routes['disconnectOpenId']>> {
    return { authentication_methods: await this.methods.disconnect(tenant) };
  }
}
