import { Injectable } from '@nestjs/common';
import { Clock, Config } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { ExportDestinations } from '../export-destinations/export-destinations.service.js';
import { fileFormats } from '../file-formats/file-formats.js';
import { advance, describedParts, emptyPart, readBytes, type DataExportRow } from './data-exports.repository.js';
import { completedAt } from './export-ends.js';
import { manifestOf, sha256OfAll, type ManifestFile } from './export-manifest.js';
import { folderOf, fileNameOf, partNameOf } from './export-names.js';
import { ExportParts } from './export-parts.js';

/**
 * Ends exports with a manifest. For a destination, each part leaves as a file of its own, and the manifest last. A reader
 * that finds it has all files. A repeated step writes the same object again.
 */
@Injectable()
export class ExportDelivery {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly destinations: ExportDestinations,
    private readonly parts: ExportParts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Sends the next part to the destination. @returns that there is more to do */
  async sendNext(row: DataExportRow): Promise<boolean> {
    const number = row.sent_parts + 1;
    const bytes = await this.bytesOf(row, number);
    await this.put(row, partNameOf(row, number), bytes, fileFormats[row.format].mediaType);
    await this.database.tenant(row.organization_id, async (transaction) => {
      if (await advance(transaction, row, { sent_parts: number })) await emptyPart(transaction, row.id, number);
    });
    return true;
  }

  /** Makes the manifest, and completes the export. @returns that there is nothing more to do */
  async finish(row: DataExportRow): Promise<boolean> {
    const manifest = manifestOf(row, await this.filesOf(row), this.config.identifierPrefix);
    const text = JSON.stringify(manifest);
    if (row.destination_id !== null)
      await this.put(row, `${folderOf(row)}/manifest.json`, Buffer.from(text), 'application/json');
    const now = await this.clock.now(row.organization_id);
    await this.parts.advance(row, { ...completedAt(now), manifest: text });
    return false;
  }

  private async filesOf(row: DataExportRow): Promise<ManifestFile[]> {
    if (row.destination_id === null) {
      const sha256 = await sha256OfAll(this.allBytes(row));
      return [{ name: fileNameOf(row), rows: row.rows_written, bytes: Number(row.size_bytes), sha256 }];
    }
    const parts = await this.database.tenant(row.organization_id, (transaction) => describedParts(transaction, row.id));
    return parts.map(({ number, rows, size_bytes: bytes, sha256 }) => ({
      name: partNameOf(row, number),
      rows: rows ?? 0,
      bytes: bytes ?? 0,
      sha256: sha256 ?? '',
    }));
  }

  private async *allBytes(row: DataExportRow): AsyncGenerator<Buffer> {
    for (let number = 1; number <= row.parts; number += 1) yield await this.bytesOf(row, number);
  }

  private async bytesOf(row: DataExportRow, number: number): Promise<Buffer> {
    const bytes = await this.database.tenant(row.organization_id, (transaction) =>
      readBytes(transaction, row.id, number),
    );
    if (!bytes) throw new Error(`part ${number} of export ${row.id} is gone`);
    return bytes;
  }

  private async put(row: DataExportRow, name: string, bytes: Buffer, type: string): Promise<void> {
    await this.destinations.write(row.organization_id, row.destination_id ?? '', { name, bytes, type });
  }
}
