import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from './config.js';

let pem: string;
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-settings-'));
  pem = join(directory, 'ca.pem');
  writeFileSync(pem, 'certificate');
});

const refused = (env: Record<string, string>) => {
  try {
    new Config(env);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('the settings of Kafka', () => {
  const brokers = { KAFKA_BROKERS: 'one:9092, two:9092' };

  it('have no encryption and no login by default', () => {
    expect(new Config(brokers).kafka).toEqual({ brokers: ['one:9092', 'two:9092'], tls: undefined, sasl: undefined });
    expect(new Config({}).kafka).toBeUndefined();
  });

  it('have certificates and a login', () => {
    const login = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_USERNAME: 'u', KAFKA_PASSWORD: 'p' };
    expect(new Config({ ...brokers, KAFKA_TLS: 'true', KAFKA_CA_FILE: pem, ...login }).kafka).toEqual({
      brokers: ['one:9092', 'two:9092'],
      tls: { ca: Buffer.from('certificate') },
      sasl: { mechanism: 'scram-sha-512', username: 'u', password: 'p' },
    });
  });

  it('name what is missing, and what sends a secret readable', () => {
    expect(refused({ ...brokers, KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'u' })).toBe(
      [
        'Settings that cannot be used:',
        '  KAFKA_PASSWORD: is needed for KAFKA_SASL_MECHANISM=plain',
        '  KAFKA_TLS: plain sends its secret readable to everyone on the way: set it to true',
      ].join('\n'),
    );
    expect(refused({ ...brokers, KAFKA_PASSWORD: 'p' })).toContain('KAFKA_SASL_MECHANISM: is needed');
    expect(refused({ ...brokers, KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'oauthbearer' })).toContain(
      'KAFKA_OAUTH_CLIENT_SECRET: is needed',
    );
    expect(refused({ ...brokers, KAFKA_CA_FILE: pem })).toContain(
      'KAFKA_CA_FILE: has no effect without KAFKA_TLS=true',
    );
    expect(refused({ ...brokers, KAFKA_TLS: 'true', KAFKA_CERT_FILE: pem })).toContain('needs KAFKA_KEY_FILE');
    expect(refused({ ...brokers, KAFKA_TLS: 'true', KAFKA_CA_FILE: '/nowhere.pem' })).toContain(
      'KAFKA_CA_FILE: /nowhere.pem cannot be read (ENOENT)',
    );
  });
});

describe('the settings of Redis and ClickHouse', () => {
  it('have the certificates of an encrypted address', () => {
    const tls = { ca: Buffer.from('certificate') };
    expect(new Config({ REDIS_URL: 'rediss://r:6380', REDIS_CA_FILE: pem }).redis).toMatchObject({ tls });
    expect(new Config({ REDIS_URL: 'redis://r' }).redis?.tls).toBeUndefined();
    expect(new Config({ CLICKHOUSE_URL: 'https://c:8443', CLICKHOUSE_CA_FILE: pem }).clickhouse).toMatchObject({ tls });
    expect(refused({ REDIS_URL: 'redis://r', REDIS_CA_FILE: pem })).toContain(
      'has no effect without a rediss: address',
    );
    expect(refused({ CLICKHOUSE_URL: 'http://c', CLICKHOUSE_CA_FILE: pem })).toContain('an https: address');
    expect(refused({ REDIS_URL: 'http://r' })).toContain('REDIS_URL');
  });

  it('may name certificates of a store that the service does not use', () => {
    const files = { REDIS_CA_FILE: pem, CLICKHOUSE_CA_FILE: pem, KAFKA_CA_FILE: pem };
    expect(() => new Config(files)).not.toThrow();
  });

  it('name the sentinels of Redis', () => {
    const env = {
      REDIS_URL: 'redis://user:secret-of-redis@ignored/2',
      REDIS_SENTINELS: 'one:26380,two,[2001:db8::1]:7',
    };
    expect(new Config(env).redis?.sentinels).toEqual({
      addresses: [
        { host: 'one', port: 26_380 },
        { host: 'two', port: 26_379 },
        { host: '2001:db8::1', port: 7 },
      ],
      master: 'mymaster',
      password: undefined,
    });
    expect(refused({ REDIS_SENTINELS: 'one:x' })).toContain('one:x is no host with a port');
    expect(refused({ REDIS_SENTINELS: 'one' })).toContain('REDIS_URL: is needed for REDIS_SENTINELS');
  });

  it('name nodes of a Redis Cluster', () => {
    const nodes = { REDIS_CLUSTER_NODES: 'one,two:6380' };
    const url = 'rediss://:secret-of-redis@ignored';
    expect(new Config({ REDIS_URL: url, ...nodes }).redis?.cluster).toEqual([
      { host: 'one', port: 6_379 },
      { host: 'two', port: 6_380 },
    ]);
    expect(refused(nodes)).toContain('REDIS_URL: is needed for REDIS_CLUSTER_NODES');
    expect(refused({ REDIS_URL: `${url}/2`, ...nodes })).toContain('a Redis Cluster has only database 0');
    expect(refused({ REDIS_URL: url, ...nodes, REDIS_SENTINELS: 'one' })).toContain('excludes REDIS_SENTINELS');
  });
});

describe('secrets in files', () => {
  const secret = (text: string) => {
    const path = join(directory, `secret-${text.length}`);
    writeFileSync(path, text);
    return path;
  };

  it('replace variables, without the line end of the file', () => {
    const env = { KAFKA_BROKERS: 'k:1', KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_USERNAME: 'u' };
    expect(new Config({ ...env, KAFKA_PASSWORD_FILE: secret('from a file\n') }).kafka?.sasl).toMatchObject({
      password: 'from a file',
    });
    expect(new Config({ DATABASE_URL_FILE: secret('postgres://db/tollgate\n') }).databaseUrl).toBe(
      'postgres://db/tollgate',
    );
  });

  it('are refused when they are set twice, empty or cannot be read, without their content', () => {
    const message = refused({
      ADMIN_API_KEY: 'a-key-that-is-set',
      ADMIN_API_KEY_FILE: secret('another'),
      INTERNAL_TOKEN_FILE: '/nowhere',
      REDIS_URL_FILE: secret(' \n'),
    });
    expect(message).toContain('ADMIN_API_KEY: it is set, and ADMIN_API_KEY_FILE as well');
    expect(message).toContain('INTERNAL_TOKEN_FILE: /nowhere cannot be read (ENOENT)');
    expect(message).toContain('is empty');
    expect(message).not.toContain('a-key-that-is-set');
    // A problem with a well-known value is found in a file, too.
    expect(refused({ ADMIN_API_KEY_FILE: secret('password') })).toContain('published default');
  });
});
