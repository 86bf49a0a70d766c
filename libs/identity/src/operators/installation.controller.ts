import { Controller, Param } from '@nestjs/common';
import { operatorCalls, sessionRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentOperator,
  CurrentPerson,
  Forbidden,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type Person,
  type QueryOf,
} from '@tollgate/platform';
import { Entries } from '../entries/entries.service.js';
import { Installation } from './installation.service.js';
import { Processes } from './processes.service.js';

type Calls = typeof operatorCalls;

/** Operators' calls about the organizations and the processes of the installation. */
@Controller()
export class InstallationController {
  constructor(
    private readonly installation: Installation,
    private readonly processes: Processes,
    private readonly entries: Entries,
  ) {}

  @Call(operatorCalls.listOrganizations)
  async list(@Query() query: QueryOf<Calls['listOrganizations']>): Promise<AnswerOf<Calls['listOrganizations']>> {
    return this.installation.list(query);
  }

  @Call(operatorCalls.readOrganization)
  async read(@Param('organization_id') id: string): Promise<AnswerOf<Calls['readOrganization']>> {
    return { organization: await this.installation.read(id) };
  }

  @Call(operatorCalls.suspend)
  async suspend(
    @Param('organization_id') id: string,
    @Input() input: InputOf<Calls['suspend']>,
  ): Promise<AnswerOf<Calls['suspend']>> {
    return { organization: await this.installation.suspend(id, input) };
  }

  @Call(operatorCalls.reinstate)
  async reinstate(@Param('organization_id') id: string): Promise<AnswerOf<Calls['reinstate']>> {
    return { organization: await this.installation.reinstate(id) };
  }

  /** @throws Forbidden for the admin key, which is no person */
  @Call(operatorCalls.enter)
  async enter(
    @CurrentOperator() operator: Person | null,
    @Param('organization_id') id: string,
    @Input() input: InputOf<Calls['enter']>,
  ): Promise<AnswerOf<Calls['enter']>> {
    if (!operator) throw new Forbidden('session_required');
    return { entry: await this.entries.enter(operator, id, input) };
  }

  @Call(sessionRoutes.leave)
  async leave(
    @CurrentPerson() person: Person,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof sessionRoutes.leave>> {
    return { entry: await this.entries.leave(person, id) };
  }

  @Call(operatorCalls.listProcesses)
  async listProcesses(): Promise<AnswerOf<Calls['listProcesses']>> {
    return { processes: await this.processes.list() };
  }

  @Call(operatorCalls.listTestClocks)
  async listTestClocks(@Query() query: QueryOf<Calls['listTestClocks']>): Promise<AnswerOf<Calls['listTestClocks']>> {
    return this.installation.listTestClocks(query);
  }
}
