import { Injectable } from '@nestjs/common';
import { AddressResolver, checkedLookup, Config, SecretBox } from '@tollgate/platform';
import { S3Store } from '@tollgate/platform/buckets';
import { placeOfSecret, type BackfillRow } from '../records/backfills.repository.js';

/** A bucket as a backfill names it. */
export type BucketOfBackfill = Pick<
  BackfillRow,
  'id' | 'organization_id' | 'url' | 'endpoint' | 'region' | 'access_key_id' | 'secret_access_key'
>;

/** Opens the buckets of organizations. Their servers are checked at each connection. */
@Injectable()
export class BackfillBuckets {
  constructor(
    private readonly config: Config,
    private readonly secrets: SecretBox,
    private readonly resolver: AddressResolver,
  ) {}

  /** The bucket of a backfill, whose objects have their whole names; to be closed. Errors: `bucketFaultOf`. */
  open(row: BucketOfBackfill): S3Store {
    return new S3Store({
      bucket: new URL(row.url ?? '').hostname,
      prefix: '',
      region: row.region ?? '',
      endpoint: row.endpoint,
      credentials: {
        accessKeyId: row.access_key_id ?? '',
        secretAccessKey: this.secrets.open(row.secret_access_key ?? '', placeOfSecret(row)),
      },
      lookup: checkedLookup({ resolver: this.resolver, allowPrivate: this.config.allowPrivateWebhooks }),
    });
  }
}
