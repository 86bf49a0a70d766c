import { Module } from '@nestjs/common';
import { AddressResolver, erasureMessagesOf, MailTransport, outboxRelayOf } from '@tollgate/platform';
import { ApiLogErasure } from './api-logs/api-log-erasure.js';
import { ApiLogRetention } from './api-logs/api-log-retention.js';
import { ApiLogWriter } from './api-logs/api-log.writer.js';
import { ApiLogsController } from './api-logs/api-logs.controller.js';
import { CallRecorder } from './api-logs/call-recorder.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { KeyUses } from './api-keys/key-uses.js';
import { OwnApiKeysController } from './api-keys/own-api-keys.controller.js';
import { BulkActHousekeeping } from './bulk-acts/bulk-act-housekeeping.js';
import { BulkActWorker } from './bulk-acts/bulk-act.worker.js';
import { BulkActsController } from './bulk-acts/bulk-acts.controller.js';
import { BulkActsService } from './bulk-acts/bulk-acts.service.js';
import { ChangeKeeper } from './changes/change-keeper.js';
import { ChangeStreams } from './changes/change-streams.js';
import { ChangesController } from './changes/changes.controller.js';
import { ChangesService } from './changes/changes.service.js';
import { Attempts } from './credentials/attempts.js';
import { KnownDevices } from './credentials/known-devices.js';
import { Passwords } from './credentials/passwords.js';
import { Proofs } from './credentials/proofs.service.js';
import { TwoFactor } from './credentials/two-factor.js';
import { IdentityDatabase } from './identity.database.js';
import { MemberDataService } from './erasure/member-data.service.js';
import { MemberErasureController } from './erasure/member-erasure.controller.js';
import { MemberErasure } from './erasure/member-erasure.js';
import { EndpointNoticesController } from './endpoint-notices/endpoint-notices.controller.js';
import { EndpointNotices } from './endpoint-notices/endpoint-notices.service.js';
import { InvitesController } from './invites/invites.controller.js';
import { Invitations } from './invites/invitations.service.js';
import { InvitesService } from './invites/invites.service.js';
import { Joining } from './invites/joining.service.js';
import { MailDelivery } from './mails/mail-delivery.js';
import { AdminMails } from './mails/admin-mails.js';
import { Mails } from './mails/mails.js';
import { MembersController } from './members/members.controller.js';
import { PermissionChanges } from './access/permission-changes.js';
import { MembersService } from './members/members.service.js';
import { AuthenticationMethodsService } from './open-id/authentication-methods.service.js';
import { OpenIdLinks } from './open-id/open-id-links.service.js';
import { OpenIdPersons } from './open-id/open-id-persons.service.js';
import { OpenIdSignIns } from './open-id/open-id-sign-in.service.js';
import { OpenIdClient } from './open-id/open-id.client.js';
import { OpenIdController } from './open-id/open-id.controller.js';
import { OperatorOrganizations } from './operators/operator-organizations.js';
import { OperatorOrganizationsController } from './operators/operator-organizations.controller.js';
import { OperatorsController } from './operators/operators.controller.js';
import { Operators } from './operators/operators.service.js';
import { SetupController, SetupLinksController } from './operators/setup.controller.js';
import { Setup } from './operators/setup.service.js';
import { SetupLinks } from './operators/setup-links.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { Entries } from './entries/entries.service.js';
import { InstallationController } from './operators/installation.controller.js';
import { Installation } from './operators/installation.service.js';
import { Processes } from './operators/processes.service.js';
import { OrganizationsService } from './organizations/organizations.service.js';
import { OwnOrganizationController } from './organizations/own-organization.controller.js';
import { OwnOrganizationService } from './organizations/own-organization.service.js';
import { RetentionController } from './organizations/retention.controller.js';
import { RetentionService } from './organizations/retention.service.js';
import { GrowthMetrics } from './retention/growth.metrics.js';
import { ParkedController } from './parked/parked.controller.js';
import { ParkedItems } from './parked/parked.service.js';
import { PausedEndpointsController } from './parked/paused-endpoints.controller.js';
import { PasswordResetsController } from './password-reset/password-resets.controller.js';
import { PasswordResets } from './password-reset/password-resets.service.js';
import { PortalInvitationsController } from './portal-sign-in/portal-invitations.controller.js';
import { PortalInvitations } from './portal-sign-in/portal-invitations.service.js';
import { PortalSignInsController } from './portal-sign-in/portal-sign-ins.controller.js';
import { PortalSignIns } from './portal-sign-in/portal-sign-ins.service.js';
import { PermissionsController } from './roles/permissions.controller.js';
import { RolesController } from './roles/roles.controller.js';
import { RolesService } from './roles/roles.service.js';
import { PersonalEvents } from './sessions/personal-events.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionUses } from './sessions/session-uses.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UnknownProxies } from './sessions/unknown-proxies.js';
import { DueWorkCoordinator } from './test-clock/due-work.coordinator.js';
import { DueWorkTicker } from './test-clock/due-work.ticker.js';
import { TestClockController } from './test-clock/test-clock.controller.js';
import { SecurityLogRetention } from './security-logs/security-log-retention.js';
import { SecurityLogsController } from './security-logs/security-logs.controller.js';
import { SecurityLogsService } from './security-logs/security-logs.service.js';
import { TestClockService } from './test-clock/test-clock.service.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/**
 * Organizations, API keys, people, test clocks, logs and the operators' calls, served by the gateway or the standalone
 * process.
 */
@Module({
  controllers: [
    OrganizationsController,
    OwnOrganizationController,
    RetentionController,
    ApiKeysController,
    OwnApiKeysController,
    TestClockController,
    ParkedController,
    PausedEndpointsController,
    SecurityLogsController,
    ApiLogsController,
    SessionsController,
    UsersController,
    RolesController,
    PermissionsController,
    MembersController,
    InvitesController,
    PasswordResetsController,
    PortalInvitationsController,
    PortalSignInsController,
    OpenIdController,
    SetupController,
    SetupLinksController,
    OperatorsController,
    InstallationController,
    OperatorOrganizationsController,
    EndpointNoticesController,
    MemberErasureController,
    erasureMessagesOf(IdentityDatabase, 'identity', ['customer.erasure_requested', 'member.erasure_requested']),
    ChangesController,
    BulkActsController,
  ],
  providers: [
    IdentityDatabase,
    outboxRelayOf(IdentityDatabase),
    OrganizationsService,
    OwnOrganizationService,
    RetentionService,
    GrowthMetrics,
    ApiKeysService,
    KeyUses,
    DueWorkCoordinator,
    TestClockService,
    DueWorkTicker,
    ParkedItems,
    SecurityLogsService,
    ApiLogWriter,
    ApiLogErasure,
    MemberErasure,
    MemberDataService,
    ApiLogRetention,
    CallRecorder,
    SecurityLogRetention,
    Attempts,
    Passwords,
    TwoFactor,
    KnownDevices,
    Proofs,
    PersonalEvents,
    PortalInvitations,
    PortalSignIns,
    UnknownProxies,
    SessionCookies,
    SessionUses,
    SessionsService,
    UsersService,
    PermissionChanges,
    RolesService,
    MembersService,
    Invitations,
    InvitesService,
    Joining,
    SetupLinks,
    Operators,
    Entries,
    Installation,
    Processes,
    Setup,
    OperatorOrganizations,
    AdminMails,
    Mails,
    MailTransport,
    MailDelivery,
    EndpointNotices,
    PasswordResets,
    AddressResolver,
    OpenIdClient,
    OpenIdPersons,
    OpenIdLinks,
    OpenIdSignIns,
    AuthenticationMethodsService,
    ChangesService,
    ChangeKeeper,
    ChangeStreams,
    BulkActsService,
    BulkActWorker,
    BulkActHousekeeping,
  ],
  exports: [OrganizationsService],
})
export class IdentityModule {}
