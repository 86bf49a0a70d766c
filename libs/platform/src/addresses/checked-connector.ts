import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressResolver } from './address-resolver.js';
import { isPublicAddress } from './public-address.js';

/** A webhook's address lies in a range that nothing is sent to. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

interface Settings {
  /** Limit for finding the address, connecting, and agreeing on TLS, in milliseconds. */
  timeout: number;
  resolver: Pick<AddressResolver, 'resolve'>;
  allowPrivate: boolean;
}

/**
 * Opens connections to addresses that were checked: a name is resolved once, and what is connected to is the very
 * address that was looked at, so that a name cannot lead elsewhere in between.
 */
export function checkedConnector({ timeout, resolver, allowPrivate }: Settings): buildConnector.connector {
  const allowed = (address: string) => allowPrivate || isPublicAddress(address);
  const lookup: LookupFunction = (name, options, callback) => {
    resolver.resolve(name).then(
      (addresses) => {
        const open = addresses.filter(allowed).map((address) => ({ address, family: isIP(address) }));
        const [first] = open;
        if (!first) callback(new AddressRefused(name), '');
        else if (options.all) callback(null, open);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  const connect = buildConnector({ timeout, lookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Addresses are not looked up.
    if (isIP(host) && !allowed(host)) return callback(new AddressRefused(host), null);
    return connect(options, callback);
  };
}
