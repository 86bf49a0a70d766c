import { Controller } from '@nestjs/common';
import { organizationRoutes } from '@tollgate/contracts';
import { Call, CurrentPerson, Input, type AnswerOf, type InputOf, type Person } from '@tollgate/platform';
import { OperatorOrganizations } from './operator-organizations.js';

@Controller()
export class OperatorOrganizationsController {
  constructor(private readonly organizations: OperatorOrganizations) {}

  @Call(organizationRoutes.create)
  async create(
    @CurrentPerson() person: Person,
    @Input() input: InputOf<typeof organizationRoutes.create>,
  ): Promise<AnswerOf<typeof organizationRoutes.create>> {
    return { organization: await this.organizations.create(person, input) };
  }
}
