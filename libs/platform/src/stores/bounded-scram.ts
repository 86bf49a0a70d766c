import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { AuthenticationProviderArgs, Mechanism } from 'kafkajs';

/** A login by a password that never leaves this process. */
export interface ScramLogin {
  mechanism: 'scram-sha-256' | 'scram-sha-512';
  username: string;
  password: string;
}

const derive = promisify(pbkdf2);
const digests = {
  'scram-sha-256': { name: 'sha256', length: 32 },
  'scram-sha-512': { name: 'sha512', length: 64 },
} as const;
/** A broker states how much work a login is: too little would give the password away, too much would hold a thread. */
const iterations = { fewest: 4_096, most: 200_000 };
const withoutBinding = 'n,,';
const lengthBytes = 4;

/** The fields of a broker's message, by their letters. */
type Reply = { text: string } & Record<string, string | undefined>;

/**
 * SCRAM (RFC 5802) with brokers of others. The client's own implementation takes any number of iterations, so that one
 * broker could hold a thread of the process for hours.
 */
export const boundedScram = (login: ScramLogin): Mechanism => ({
  mechanism: login.mechanism.toUpperCase(),
  authenticationProvider: ({ saslAuthenticate }) => ({ authenticate: () => authenticate(login, saslAuthenticate) }),
});

/** @throws LoginRefused unless both sides know the password */
async function authenticate(
  { mechanism, username, password }: ScramLogin,
  exchange: AuthenticationProviderArgs['saslAuthenticate'],
): Promise<void> {
  const { name, length } = digests[mechanism];
  const mac = (key: Buffer, text: string) => createHmac(name, key).update(text).digest();
  const say = async (text: string): Promise<Reply> => {
    const reply = await exchange({
      request: { encode: () => framed(text) },
      response: { decode: unframed, parse: read },
    });
    if (!reply || reply['e'] !== undefined) throw refused('the broker refuses the login');
    return reply;
  };
  const nonce = randomBytes(18).toString('base64url');
  const first = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
  const { text, r: both = '', s: salt = '', i: count } = await say(withoutBinding + first);
  if (!both.startsWith(nonce)) throw refused('the broker answers another client');
  const rounds = Number(count);
  if (!(rounds >= iterations.fewest && rounds <= iterations.most)) throw refused('the broker states an unsafe work');
  const salted = await derive(password, Buffer.from(salt, 'base64'), rounds, length, name);
  const last = `c=${Buffer.from(withoutBinding).toString('base64')},r=${both}`;
  const whole = [first, text, last].join(',');
  const key = mac(salted, 'Client Key');
  const signature = mac(createHash(name).update(key).digest(), whole);
  const proof = key.map((byte, place) => byte ^ (signature[place] ?? 0));
  const { v: verified = '' } = await say(`${last},p=${Buffer.from(proof).toString('base64')}`);
  const [own, theirs] = [mac(mac(salted, 'Server Key'), whole), Buffer.from(verified, 'base64')];
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) throw refused('the broker has no such login');
}

/** Has the name of the client's own error, which no further try follows. */
class LoginRefused extends Error {
  override readonly name = 'KafkaJSSASLAuthenticationError';
  readonly retriable = false;
}

const refused = (reason: string) => new LoginRefused(reason);

/** Kafka puts the length before the bytes. */
function framed(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(lengthBytes);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const unframed = (bytes: Buffer): Buffer => bytes.subarray(lengthBytes, lengthBytes + bytes.readInt32BE());

function read(bytes: Buffer): Reply {
  const text = bytes.toString();
  const fields = text.split(',').map((part) => [part.slice(0, 1), part.slice(2)] as const);
  return { ...Object.fromEntries(fields), text };
}
