import { Controller, Get, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filePath } from '@tollgate/contracts';
import { dispositionOf } from './disposition.js';
import { FilesService } from './files.service.js';

/** Serves files by signed addresses, without an API key. */
@Controller()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Get(filePath)
  async read(
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Param('name') fileName: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const file = await this.files.read(
      { organizationId, id, name: fileName },
      {
        expires: String(expires ?? ''),
        signature: String(signature ?? ''),
        knownTags: headers['if-none-match'] ?? '',
        signal: closed.signal,
      },
    );
    const { type, name, shown, tag, length, content } = file;
    void reply.headers({
      // Excludes shared caches: only holders of the address may read the file.
      'cache-control': 'private, no-cache',
      'content-disposition': dispositionOf(shown ? 'inline' : 'attachment', name),
      'x-content-type-options': 'nosniff',
      ...(tag === null ? {} : { etag: tag }),
    });
    if (content) return new StreamableFile(content, { type, length });
    void reply.status(304);
    return undefined;
  }
}
