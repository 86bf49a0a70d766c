import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, isId, NotFound } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { readLogoImage, type LogoImage } from './logo-image.js';
import { findLogo, type NewLogo } from './logos.repository.js';

const keyBytes = 32;

/** Logos of issuers: validates uploads and serves them by address. */
@Injectable()
export class LogosService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly config: Config,
  ) {}

  /**
   * Reads an uploaded logo; returns undefined and null unchanged.
   * @param uri a data URI
   * @throws ValidationFailed
   */
  async read(organizationId: string, uri: string | null | undefined): Promise<NewLogo | null | undefined> {
    if (uri === null || uri === undefined) return uri;
    const key = randomBytes(keyBytes).toString('hex');
    return { ...(await readLogoImage(uri)), key, url: `${this.config.publicUrl}/logos/${organizationId}/${key}` };
  }

  /** @throws NotFound for an address without a logo */
  async find(organizationId: string, key: string): Promise<Pick<LogoImage, 'type' | 'content'>> {
    if (!isId(organizationId)) throw new NotFound('resource');
    const logo = await this.database.tenant(organizationId, (transaction) => findLogo(transaction, key));
    if (!logo) throw new NotFound('resource');
    return logo;
  }
}
