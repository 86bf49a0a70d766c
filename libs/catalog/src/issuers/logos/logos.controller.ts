import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { logoPath } from '@tollgate/contracts';
import { LogosService } from './logos.service.js';

/** Serves logos of issuers: the address grants access without an API key. */
@Controller()
export class LogosController {
  constructor(private readonly logos: LogosService) {}

  /** An address always serves the same image; caches drop a removed one within a day. */
  @Get(logoPath)
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  @Header('X-Content-Type-Options', 'nosniff')
  async read(@Param('organization_id') organizationId: string, @Param('key') key: string): Promise<StreamableFile> {
    const { type, content } = await this.logos.find(organizationId, key);
    return new StreamableFile(content, { type, length: content.length, disposition: 'inline' });
  }
}
