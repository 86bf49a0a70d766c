import { connect, isIP, Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';
import type { AddressResolver } from './address-resolver.js';
import { boundAnswers } from './bounded-answers.js';
import { AddressRefused, checkedLookup } from './checked-connector.js';
import { isPublicAddress } from './public-address.js';

const keepAliveMs = 60_000;

/** How a Kafka client may reach brokers of others. */
export interface CheckedSockets {
  resolver: Pick<AddressResolver, 'resolve'>;
  allowPrivate: boolean;
  /** Open connections of the client at most: brokers may name any number of others. */
  connections: number;
  /** Bytes of an answer. */
  answerBytes: number;
}

/** The client has as many connections as it may have. */
class TooManyConnections extends Error {
  readonly code = 'EMFILE';
}

/** Connections of a Kafka client to checked addresses only. Brokers name each other, so each connection is checked. */
export function checkedSockets({ connections, answerBytes, ...settings }: CheckedSockets): ISocketFactory {
  let open = 0;
  return ({ host, port, ssl, onConnect }) => {
    const bare = host.replace(/^\[|\]$/g, '');
    // The resolver does not see IP addresses, so check them here.
    const isRefused = isIP(bare) !== 0 && !settings.allowPrivate && !isPublicAddress(bare);
    if (isRefused) return new Socket().destroy(new AddressRefused(bare));
    if (open >= connections) return new Socket().destroy(new TooManyConnections('the brokers are too many'));
    const target = { host: bare, port, lookup: checkedLookup(settings) };
    const name = isIP(bare) === 0 ? { servername: bare } : {};
    // An absent setting means a connection without encryption.
    const secure = ssl as typeof ssl | undefined;
    const socket = secure ? connectSecurely({ ...target, ...name, ...secure }, onConnect) : connect(target, onConnect);
    open += 1;
    socket.once('close', () => (open -= 1));
    boundAnswers(socket, answerBytes);
    return socket.setKeepAlive(true, keepAliveMs);
  };
}
