import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isBlank, type EventBackfillCreate, type FieldErrors } from '@tollgate/contracts';
import { Config, SecretBox, ValidationFailed } from '@tollgate/platform';
import { bucketFaultOf, readBucket } from '@tollgate/platform/buckets';
import { formatOf } from '../formats/formats.js';
import { BackfillBuckets, type BucketOfBackfill } from '../objects/backfill-buckets.js';
import { objectsBelow } from '../objects/listed-objects.js';
import type { FoundObject } from '../records/backfill-objects.repository.js';
import { placeOfSecret, type BackfillRow } from '../records/backfills.repository.js';

/** Where the objects of a backfill are; nulls for an upload. */
type Origin = Pick<BackfillRow, 'url' | 'endpoint' | 'region' | 'access_key_id' | 'secret_access_key'>;

const upload: Origin = { url: null, endpoint: null, region: null, access_key_id: null, secret_access_key: null };

/** Finds the objects of a call: its own file, or those of a bucket. */
@Injectable()
export class BackfillInputs {
  constructor(
    private readonly config: Config,
    private readonly secrets: SecretBox,
    private readonly buckets: BackfillBuckets,
  ) {}

  /** @throws ValidationFailed for a file that is none, and a bucket that cannot be read or has nothing */
  async read(
    owner: Pick<BackfillRow, 'id' | 'organization_id'>,
    input: EventBackfillCreate,
  ): Promise<{ origin: Origin; objects: FoundObject[] }> {
    if (isBlank(input.url)) return { origin: upload, objects: [uploaded(input)] };
    const read = readBucket({ ...input, url: input.url ?? '' }, this.config.allowPrivateWebhooks);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    const { bucket, prefix, endpoint, region } = read.bucket;
    const origin: Origin = {
      url: prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`,
      endpoint,
      region,
      access_key_id: (input.access_key_id ?? '').trim(),
      secret_access_key: this.secrets.seal((input.secret_access_key ?? '').trim(), placeOfSecret(owner)),
    };
    const { extensions } = formatOf(input.format);
    return { origin, objects: await this.objectsIn({ ...owner, ...origin }, prefix, extensions) };
  }

  private async objectsIn(
    row: BucketOfBackfill,
    prefix: string,
    extensions: readonly string[],
  ): Promise<FoundObject[]> {
    const store = this.buckets.open(row);
    try {
      const found = await objectsBelow(store, prefix, extensions);
      if ('errors' in found) throw new ValidationFailed(found.errors);
      return found.objects;
    } catch (error) {
      if (error instanceof ValidationFailed) throw error;
      throw new ValidationFailed(errorsOf(error));
    } finally {
      store.close();
    }
  }
}

function errorsOf(error: unknown): FieldErrors {
  const fault = bucketFaultOf(error);
  if (fault === 'private') return { endpoint: ['url_is_invalid'] };
  return { url: [fault === 'unreachable' ? 'bucket_unreachable' : 'bucket_refused'] };
}

const defaultName = 'upload';

/** @throws ValidationFailed for a text that is no file of the format */
function uploaded({ format, content, file_name: name }: EventBackfillCreate): FoundObject {
  const bytes = formatOf(format).bytesOf(content ?? '');
  if (bytes === null || bytes.length === 0) throw new ValidationFailed({ content: ['value_is_invalid'] });
  return {
    name: isBlank(name) ? defaultName : (name ?? defaultName),
    bytes: bytes.length,
    version: hash('sha256', bytes, 'hex'),
    content: bytes,
  };
}
