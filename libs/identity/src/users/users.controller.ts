import { Controller } from '@nestjs/common';
import { userRoutes } from '@tollgate/contracts';
import { Call, CurrentPerson, Input, type AnswerOf, type InputOf, type Person } from '@tollgate/platform';
import { CurrentOrigin, type Origin } from '../sessions/origin.js';
import { UsersService } from './users.service.js';

type Routes = typeof userRoutes;

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Call(userRoutes.read)
  async read(@CurrentPerson() person: Person): Promise<AnswerOf<Routes['read']>> {
    return { user: await this.users.read(person) };
  }

  @Call(userRoutes.update)
  async update(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['update']>,
  ): Promise<AnswerOf<Routes['update']>> {
    return { user: await this.users.update(person, input) };
  }

  @Call(userRoutes.changePassword)
  async changePassword(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['changePassword']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['changePassword']>> {
    return { user: await this.users.changePassword(person, input, origin) };
  }

  @Call(userRoutes.startTwoFactor)
  async startTwoFactor(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['startTwoFactor']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['startTwoFactor']>> {
    return { two_factor: await this.users.startTwoFactor(person, input, origin) };
  }

  @Call(userRoutes.confirmTwoFactor)
  async confirmTwoFactor(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['confirmTwoFactor']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['confirmTwoFactor']>> {
    return { two_factor: { recovery_codes: await this.users.confirmTwoFactor(person, input.otp_code, origin) } };
  }

  @Call(userRoutes.removeTwoFactor)
  async removeTwoFactor(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<Routes['removeTwoFactor']>,
    @CurrentOrigin() origin: Origin,
  ): Promise<AnswerOf<Routes['removeTwoFactor']>> {
    return { user: await this.users.removeTwoFactor(person, input, origin) };
  }
}
