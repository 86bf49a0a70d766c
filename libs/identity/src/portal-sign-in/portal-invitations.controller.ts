import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PortalInvitations } from './portal-invitations.service.js';

@Controller()
export class PortalInvitationsController {
  constructor(private readonly invitations: PortalInvitations) {}

  @OnMessage(['portal_person.created'], 'identity')
  async invite(@Payload() message: Message<'portal_person.created'>): Promise<void> {
    await this.invitations.invite(message);
  }
}
