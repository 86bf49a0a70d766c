import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressResolver } from './address-resolver.js';
import { isPublicAddress } from './public-address.js';

/** A webhook's address lies in a blocked range. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

interface Settings {
  /** Limit for resolving the name, connecting and the TLS handshake, in milliseconds. */
  timeout: number;
  resolver: Pick<AddressResolver, 'resolve'>;
  allowPrivate: boolean;
}

/**
 * Resolves names to checked addresses only. A name is resolved once, and connections go to the address that was checked,
 * so a name cannot change its target in between. IP addresses pass by it: callers check these themselves.
 */
export function checkedLookup({ resolver, allowPrivate }: Omit<Settings, 'timeout'>): LookupFunction {
  return (name, options, callback) => {
    resolver.resolve(name).then(
      (addresses) => {
        const open = addresses
          .filter((address) => allowPrivate || isPublicAddress(address))
          .map((address) => ({ address, family: isIP(address) }));
        const [first] = open;
        if (!first) callback(new AddressRefused(name), '');
        else if (options.all) callback(null, open);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** Opens connections to checked addresses only. */
export function checkedConnector({ timeout, resolver, allowPrivate }: Settings): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: checkedLookup({ resolver, allowPrivate }) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // The resolver does not see IP addresses, so check them here.
    if (isIP(host) && !allowPrivate && !isPublicAddress(host)) return callback(new AddressRefused(host), null);
    return connect(options, callback);
  };
}
