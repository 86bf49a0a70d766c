import { Controller } from '@nestjs/common';
import { portalSignInRoutes as routes } from '@tollgate/contracts';
import { Call, Input, type AnswerOf, type InputOf } from '@tollgate/platform';
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { PortalSignIns } from './portal-sign-ins.service.js';

/** Sign-ins of customers that have no address of their portal (customers, section 3.7). */
@Controller()
export class PortalSignInsController {
  constructor(private readonly signIns: PortalSignIns) {}

  @Call(routes.code)
  async code(
    @Input() input: InputOf<typeof routes.code>,
    @CurrentOrigin() { ipAddress }: Origin,
  ): Promise<AnswerOf<typeof routes.code>> {
    await this.signIns.begin(input, ipAddress);
    return {};
  }

  @Call(routes.signIn)
  async signIn(
    @Input() input: InputOf<typeof routes.signIn>,
    @CurrentOrigin() { ipAddress }: Origin,
  ): Promise<AnswerOf<typeof routes.signIn>> {
    return { sign_in: await this.signIns.signIn(input, ipAddress) };
  }
}
