import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AuthenticationProviderArgs } from 'kafkajs';
import { boundedScram } from './bounded-scram.js';

interface Broker {
  password: string;
  iterations: number;
  /** Changes the nonce that it answers. */
  nonce?: (sent: string) => string;
}

/** A broker that speaks SCRAM-SHA-256 as RFC 5802 has it. */
function brokerOf({ password, iterations, nonce = (sent) => `${sent}more` }: Broker) {
  const salt = Buffer.from('some salt');
  let [first, answer] = ['', ''];
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const reply = (text: string): string => {
    if (text.startsWith('n,,')) {
      first = text.slice(3);
      answer = `r=${nonce(/r=(.*)$/.exec(first)?.[1] ?? '')},s=${salt.toString('base64')},i=${iterations}`;
      return answer;
    }
    const [without = '', proof = ''] = text.split(',p=');
    const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
    const whole = [first, answer, without].join(',');
    const key = mac(salted, 'Client Key');
    const signature = mac(createHash('sha256').update(key).digest(), whole);
    const expected = Buffer.from(key.map((byte, place) => byte ^ (signature[place] ?? 0))).toString('base64');
    return proof === expected ? `v=${mac(mac(salted, 'Server Key'), whole).toString('base64')}` : 'e=invalid-proof';
  };
  const exchange = (async ({ request, response }) => {
    const bytes = Buffer.from(await request.encode());
    const text = Buffer.from(reply(bytes.subarray(4).toString()));
    const length = Buffer.alloc(4);
    length.writeInt32BE(text.length);
    return response?.parse(await response.decode(Buffer.concat([length, text])));
  }) as AuthenticationProviderArgs['saslAuthenticate'];
  return { exchange, first: () => first };
}

function login({ exchange }: ReturnType<typeof brokerOf>, password = 'right'): Promise<void> {
  const { authenticationProvider } = boundedScram({ mechanism: 'scram-sha-256', username: 'a,b=c', password });
  const parts = { host: 'k', port: 1, saslAuthenticate: exchange } as unknown as AuthenticationProviderArgs;
  return authenticationProvider(parts).authenticate();
}

describe('a login by SCRAM', () => {
  it('succeeds with the password, and escapes the name', async () => {
    const broker = brokerOf({ password: 'right', iterations: 4_096 });
    await login(broker);
    expect(broker.first()).toMatch(/^n=a=2Cb=3Dc,r=/);
  });

  it.each([
    ['a wrong password', { password: 'other', iterations: 4_096 }],
    ['too little work', { password: 'right', iterations: 1 }],
    ['endless work', { password: 'right', iterations: 2_000_000_000 }],
    ['the answer to another client', { password: 'right', iterations: 4_096, nonce: () => 'other' }],
  ])('fails for %s', async (_, broker) => {
    await expect(login(brokerOf(broker))).rejects.toMatchObject({ name: 'KafkaJSSASLAuthenticationError' });
  });

  it('fails for a broker that does not know the password', async () => {
    const { exchange, first } = brokerOf({ password: 'right', iterations: 4_096 });
    const forging = (async (parts: Parameters<typeof exchange>[0]) => {
      const fields = await exchange(parts);
      return fields && typeof fields === 'object' && 'v' in fields ? { ...fields, v: 'AAAA' } : fields;
    }) as typeof exchange;
    await expect(login({ exchange: forging, first })).rejects.toMatchObject({
      message: 'the broker has no such login',
    });
  });
});
