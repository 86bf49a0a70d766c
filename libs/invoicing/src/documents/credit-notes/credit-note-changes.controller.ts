import { Controller, Param } from '@nestjs/common';
import { creditNoteChangeRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { CreditNoteChangesService } from './credit-note-changes.service.js';
import { RequestedNotesService } from './requested-notes.service.js';

type MetadataAnswer = AnswerOf<typeof creditNoteChangeRoutes.mergeMetadata>;

@Controller()
export class CreditNoteChangesController {
  constructor(
    private readonly requested: RequestedNotesService,
    private readonly changes: CreditNoteChangesService,
  ) {}

  @Call(creditNoteChangeRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof creditNoteChangeRoutes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof creditNoteChangeRoutes.create>> {
    return { credit_note: await this.requested.create(tenant.organizationId, raw, repetition) };
  }

  @Call(creditNoteChangeRoutes.estimate)
  async estimate(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof creditNoteChangeRoutes.estimate>,
  ): Promise<AnswerOf<typeof creditNoteChangeRoutes.estimate>> {
    return { estimated_credit_note: await this.requested.estimate(tenant.organizationId, raw) };
  }

  @Call(creditNoteChangeRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof creditNoteChangeRoutes.update>,
  ): Promise<AnswerOf<typeof creditNoteChangeRoutes.update>> {
    return { credit_note: await this.changes.update(tenant.organizationId, id, raw) };
  }

  @Call(creditNoteChangeRoutes.void)
  async void(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof creditNoteChangeRoutes.void>> {
    return { credit_note: await this.changes.void(tenant.organizationId, id) };
  }

  @Call(creditNoteChangeRoutes.replaceMetadata)
  async replaceMetadata(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof creditNoteChangeRoutes.replaceMetadata>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.replaceMetadata(tenant.organizationId, id, raw) };
  }

  @Call(creditNoteChangeRoutes.mergeMetadata)
  async mergeMetadata(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof creditNoteChangeRoutes.mergeMetadata>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.mergeMetadata(tenant.organizationId, id, raw) };
  }

  @Call(creditNoteChangeRoutes.removeMetadata)
  async removeMetadata(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<MetadataAnswer> {
    return { metadata: await this.changes.removeMetadata(tenant.organizationId, id) };
  }

  @Call(creditNoteChangeRoutes.removeMetadataKey)
  async removeMetadataKey(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Param('key') key: string,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.removeMetadataKey(tenant.organizationId, id, key) };
  }
}
