import { Injectable } from '@nestjs/common';
import { IngestionDatabase } from '../../ingestion.database.js';
import type { ObjectBytes } from '../formats/row-format.js';
import { readContent, type BackfillObject } from '../records/backfill-objects.repository.js';
import type { BackfillRow } from '../records/backfills.repository.js';
import { BackfillBuckets } from './backfill-buckets.js';

/** The content of an upload is deleted. */
export class ContentDeleted extends Error {
  override readonly name = 'ContentDeleted';
}

/** The objects of a backfill while it is worked on. */
export interface OpenObjects {
  /** The same for the same object, until another one is requested. */
  bytesOf(object: BackfillObject): ObjectBytes;
  close(): void;
}

/** Reads the bytes of objects: from the bucket, or of an upload from the database. */
@Injectable()
export class BackfillBytes {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly buckets: BackfillBuckets,
  ) {}

  /** Reading a part throws ContentDeleted, or the error of the bucket's client (`bucketFaultOf`). */
  open(row: BackfillRow): OpenObjects {
    const store = row.url === null ? null : this.buckets.open(row);
    let last: { number: number; bytes: ObjectBytes } | null = null;
    return {
      bytesOf: (object) => {
        if (last?.number === object.number) return last.bytes;
        const read = (start: number, end: number) =>
          store ? store.readRange(object.name, start, end, object.version) : this.uploaded(object, start, end);
        last = { number: object.number, bytes: { size: Number(object.bytes), read } };
        return last.bytes;
      },
      close: () => store?.close(),
    };
  }

  private async uploaded(object: BackfillObject, start: number, end: number): Promise<Buffer> {
    const part = await this.database.tenant(object.organization_id, (transaction) =>
      readContent(transaction, object, start, end),
    );
    if (part === null) throw new ContentDeleted(`the content of ${object.name} is deleted`);
    return part;
  }
}
