import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isSigned } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDataExport, readPart } from './data-exports.repository.js';
import { DataExportsService } from './data-exports.service.js';

/** Streams the files of exports part by part. */
@Injectable()
export class DataExportFiles {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly exports: DataExportsService,
  ) {}

  /** @returns null when the file is gone, or when the address is unsigned or expired */
  async read(
    organizationId: string,
    id: string,
    address: { expires: string; signature: string },
  ): Promise<{ content: Readable; length: number; name: string } | null> {
    const row = await this.database.tenant(organizationId, (transaction) => findDataExport(transaction, id));
    // Files and addresses expire in real time, independent of a test clock.
    if (row?.status !== 'completed' || row.expires_at === null || row.expires_at.getTime() <= Date.now()) return null;
    if (!isSigned({ path: this.exports.pathOf(row), ...address }, row.key, Date.now())) return null;
    return {
      content: Readable.from(this.parts(organizationId, id, row.parts)),
      length: Number(row.size_bytes),
      name: `${row.resource_type}-${row.created_at.toISOString().slice(0, 10)}.csv`,
    };
  }

  private async *parts(organizationId: string, id: string, count: number): AsyncGenerator<Buffer> {
    for (let number = 1; number <= count; number++) {
      const content = await this.database.tenant(organizationId, (transaction) => readPart(transaction, id, number));
      if (content === undefined) throw new Error(`part ${number} of export ${id} is gone`);
      yield Buffer.from(content);
    }
  }
}
