import { Injectable } from '@nestjs/common';
import { Logger } from '@tollgate/platform';
import type { Origin } from './origin.js';

/** Tells operators, once, that callers come through a proxy that is not named: they all count as one address. */
@Injectable()
export class UnknownProxies {
  private hasWarned = false;

  constructor(private readonly logger: Logger) {}

  /** Looks at from where somebody signs in. */
  notice({ ipAddress, isDisbelieved }: Origin): void {
    if (this.hasWarned || !isDisbelieved) return;
    this.hasWarned = true;
    this.logger.warn(
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: all callers behind it count as one',
      { address: ipAddress },
    );
  }
}
