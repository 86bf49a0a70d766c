import { Injectable } from '@nestjs/common';
import { Logger } from '@tollgate/platform';
import type { Origin } from './origin.js';

/** Warns operators, once, about callers behind an unnamed proxy: all of them count as one address. */
@Injectable()
export class UnknownProxies {
  private hasWarned = false;

  constructor(private readonly logger: Logger) {}

  /** Checks the origin of a sign-in. */
  notice({ ipAddress, isDisbelieved }: Origin): void {
    if (this.hasWarned || !isDisbelieved) return;
    this.hasWarned = true;
    this.logger.warn(
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: all callers behind it count as one',
      { address: ipAddress },
    );
  }
}
