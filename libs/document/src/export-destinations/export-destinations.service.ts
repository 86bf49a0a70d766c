import { Injectable } from '@nestjs/common';
import type { DataExportDestination, DataExportDestinationCreate, FieldErrors, Meta } from '@tollgate/contracts';
import {
  AddressResolver,
  ApiError,
  checkedLookup,
  Clock,
  Config,
  isId,
  isoSeconds,
  newId,
  NotAllowed,
  NotFound,
  SecretBox,
  Unavailable,
  ValidationFailed,
  type Page,
} from '@tollgate/platform';
import { bucketFaultOf, readBucket, S3Store } from '@tollgate/platform/buckets';
import { DocumentDatabase } from '../document.database.js';
import {
  countDestinations,
  deleteDestination,
  findDestination,
  insertDestination,
  isDestinationUsed,
  listDestinations,
  lockDestination,
  placeOfSecret,
  type DestinationRow,
} from './export-destinations.repository.js';

/** The maximum number of destinations of an organization. */
const mostDestinations = 20;

/** An object to write. */
interface Written {
  name: string;
  bytes: Buffer;
  type: string;
}

/** Buckets of organizations that receive exports (docs/concepts/data.md). */
@Injectable()
export class ExportDestinations {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly secrets: SecretBox,
    private readonly resolver: AddressResolver,
  ) {}

  /** Stores a bucket once an object could be written and deleted there. @throws ValidationFailed */
  async create(organizationId: string, input: DataExportDestinationCreate): Promise<DataExportDestination> {
    const read = readBucket(input, this.config.allowPrivateWebhooks);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    const { bucket, prefix, endpoint, region } = read.bucket;
    const id = newId();
    const row: DestinationRow = {
      id,
      organization_id: organizationId,
      url: prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`,
      endpoint,
      region,
      access_key_id: input.access_key_id.trim(),
      secret_access_key: this.secrets.seal(
        input.secret_access_key.trim(),
        placeOfSecret({ id, organization_id: organizationId }),
      ),
      created_at: new Date(await this.clock.now(organizationId)),
      deleted_at: null,
    };
    await this.check(row);
    await this.database.tenant(organizationId, async (transaction) => {
      if ((await countDestinations(transaction)) >= mostDestinations)
        throw new ValidationFailed({ base: ['too_many_data_export_destinations'] });
      await insertDestination(transaction, row);
    });
    return present(row);
  }

  async list(
    organizationId: string,
    page: Page,
  ): Promise<{ data_export_destinations: DataExportDestination[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listDestinations(transaction, page),
    );
    return { data_export_destinations: rows.map(present), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<DataExportDestination> {
    return present(await this.existing(organizationId, id));
  }

  /** @throws NotFound; NotAllowed while a schedule or an unfinished export needs it */
  async remove(organizationId: string, id: string): Promise<DataExportDestination> {
    if (!isId(id)) throw new NotFound('data_export_destination');
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await lockDestination(transaction, id);
      if (!row) throw new NotFound('data_export_destination');
      if (await isDestinationUsed(transaction, id)) throw new NotAllowed('data_export_destination_is_used');
      await deleteDestination(transaction, id, now);
      return present(row);
    });
  }

  /**
   * Writes an object to a bucket. The same name replaces it.
   * @throws NotFound; NotAllowed `destination_refused` when the server refuses it; Unavailable when it does not answer
   */
  async write(organizationId: string, id: string, object: Written): Promise<void> {
    const row = await this.existing(organizationId, id);
    await this.with(row, (store) => store.write(object.name, object.bytes, object.type));
  }

  private async check(row: DestinationRow): Promise<void> {
    const name = `tollgate-check-${row.id}.txt`;
    try {
      await this.with(row, async (store) => {
        await store.write(name, Buffer.from('This file shows that exports can be written here.\n'), 'text/plain');
        await store.delete(name);
      });
    } catch (error) {
      throw new ValidationFailed(faultOf(error));
    }
  }

  private async with(row: DestinationRow, work: (store: S3Store) => Promise<void>): Promise<void> {
    const store = this.open(row);
    try {
      await work(store);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      store.close();
    }
  }

  private open(row: DestinationRow): S3Store {
    const { hostname, pathname } = new URL(row.url);
    return new S3Store({
      bucket: hostname,
      prefix: pathname.replace(/^\/+/, ''),
      region: row.region,
      endpoint: row.endpoint,
      credentials: {
        accessKeyId: row.access_key_id,
        secretAccessKey: this.secrets.open(row.secret_access_key, placeOfSecret(row)),
      },
      lookup: checkedLookup({ resolver: this.resolver, allowPrivate: this.config.allowPrivateWebhooks }),
    });
  }

  private async existing(organizationId: string, id: string): Promise<DestinationRow> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findDestination(transaction, id))
      : undefined;
    if (!row) throw new NotFound('data_export_destination');
    return row;
  }
}

const present = (row: DestinationRow): DataExportDestination => ({
  svc_id: row.id,
  url: row.url,
  endpoint: row.endpoint,
  region: row.region,
  access_key_id: row.access_key_id,
  created_at: isoSeconds(row.created_at),
});

/** A refusal by the server is permanent, and no answer is not. Neither quotes the server. */
function refusalOf(error: unknown): ApiError {
  const fault = bucketFaultOf(error);
  if (fault === 'private') return new NotAllowed('destination_is_private');
  return fault === 'unreachable'
    ? new Unavailable('the bucket does not answer', error)
    : new NotAllowed('destination_refused');
}

/** The errors of a bucket that cannot be written to, by field. */
function faultOf(error: unknown): FieldErrors {
  const code = error instanceof ApiError ? error.message : '';
  if (code === 'destination_is_private') return { endpoint: ['url_is_invalid'] };
  return { url: [code === 'destination_refused' ? 'destination_refused' : 'destination_unreachable'] };
}
