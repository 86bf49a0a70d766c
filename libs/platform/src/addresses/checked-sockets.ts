import { connect, isIP, Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';
import type { AddressResolver } from './address-resolver.js';
import { AddressRefused, checkedLookup } from './checked-connector.js';
import { isPublicAddress } from './public-address.js';

const keepAliveMs = 60_000;

/** Connections of a Kafka client to checked addresses only. Brokers name each other, so each connection is checked. */
export const checkedSockets =
  (settings: { resolver: Pick<AddressResolver, 'resolve'>; allowPrivate: boolean }): ISocketFactory =>
  ({ host, port, ssl, onConnect }) => {
    const bare = host.replace(/^\[|\]$/g, '');
    const target = { host: bare, port, lookup: checkedLookup(settings) };
    // The resolver does not see IP addresses, so check them here.
    const isRefused = isIP(bare) !== 0 && !settings.allowPrivate && !isPublicAddress(bare);
    if (isRefused) return new Socket().destroy(new AddressRefused(bare));
    const name = isIP(bare) === 0 ? { servername: bare } : {};
    // An absent setting means a connection without encryption.
    const secure = ssl as typeof ssl | undefined;
    const socket = secure ? connectSecurely({ ...target, ...name, ...secure }, onConnect) : connect(target, onConnect);
    return socket.setKeepAlive(true, keepAliveMs);
  };
