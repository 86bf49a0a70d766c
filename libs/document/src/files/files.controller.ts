import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { filePath } from '@tollgate/contracts';
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
  ): Promise<StreamableFile> {
    const { content, ...about } = await this.files.read(
      organizationId,
      id,
      String(expires ?? ''),
      String(signature ?? ''),
    );
    return new StreamableFile(content, about);
  }
}
