import { Controller, Param } from '@nestjs/common';
import { walletRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { WalletChangesService } from './wallet-changes.service.js';
import { WalletsService } from './wallets.service.js';

type MetadataAnswer = AnswerOf<typeof routes.mergeMetadata>;

@Controller()
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly changes: WalletChangesService,
  ) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { wallet: await this.wallets.create(tenant.organizationId, { input, repetition }) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.wallets.list(tenant.organizationId, filters, may);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() { expand }: QueryOf<typeof routes.read>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { wallet: await this.wallets.read(tenant.organizationId, { id }, { expand, may }) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { wallet: await this.changes.update(tenant.organizationId, { id }, raw) };
  }

  @Call(routes.terminate)
  async terminate(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.terminate>> {
    return { wallet: await this.wallets.terminate(tenant.organizationId, { id }) };
  }

  @Call(routes.replaceMetadata)
  async replaceMetadata(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof routes.replaceMetadata>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.replaceMetadata(tenant.organizationId, { id }, raw) };
  }

  @Call(routes.mergeMetadata)
  async mergeMetadata(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof routes.mergeMetadata>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.mergeMetadata(tenant.organizationId, { id }, raw) };
  }

  @Call(routes.putMetadata)
  async putMetadata(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof routes.putMetadata>,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.mergeMetadata(tenant.organizationId, { id }, raw) };
  }

  @Call(routes.removeMetadata)
  async removeMetadata(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<MetadataAnswer> {
    return { metadata: await this.changes.removeMetadata(tenant.organizationId, { id }) };
  }

  @Call(routes.removeMetadataKey)
  async removeMetadataKey(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Param('key') key: string,
  ): Promise<MetadataAnswer> {
    return { metadata: await this.changes.removeMetadataKey(tenant.organizationId, { id }, key) };
  }
}
