import { Controller, Get, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filePath } from '@tollgate/contracts';
import { dispositionOf } from './disposition.js';
import { FilesService } from './files.service.js';

/** Files of documents: whoever has a signed address may read them, without an API key. */
@Controller()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Get(filePath)
  async read(
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const file = await this.files.read(organizationId, id, {
      expires: String(expires ?? ''),
      signature: String(signature ?? ''),
      known: headers['if-none-match'] ?? '',
      signal: gone.signal,
    });
    const { type, name, shown, tag, length, content } = file;
    void reply.headers({
      // Not for a cache that others share: whoever has the address may read it, nobody else.
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
