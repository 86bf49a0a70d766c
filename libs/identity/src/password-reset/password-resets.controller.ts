import { Controller } from '@nestjs/common';
import { passwordResetRoutes } from '@tollgate/contracts';
import { Call, Input, type AnswerOf, type InputOf } from '@tollgate/platform';
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { PasswordResets } from './password-resets.service.js';

type Routes = typeof passwordResetRoutes;

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResets) {}

  @Call(passwordResetRoutes.create)
  async create(
    @Input() input: InputOf<Routes['create']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['create']>> {
    await this.resets.begin(input, origin);
    return {};
  }

  @Call(passwordResetRoutes.finish)
  async finish(
    @Input() input: InputOf<Routes['finish']>,
    @CurrentOrigin() { ipAddress }: Origin,
  ): Promise<AnswerOf<Routes['finish']>> {
    await this.resets.finish(input, ipAddress);
    return {};
  }
}
