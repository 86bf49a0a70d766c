import { describe, expect, it } from '@jest/globals';
import { readBucket } from './bucket-address.js';

const read = (url: string, more: { endpoint?: string; region?: string } = {}, allowPrivate = false) =>
  readBucket({ url, ...more }, allowPrivate);

describe('the address of a bucket', () => {
  it('has a bucket, a prefix, and the server of its region', () => {
    expect(read('s3://acme-data/billing/raw/', { region: 'eu-central-1' })).toEqual({
      bucket: {
        bucket: 'acme-data',
        prefix: 'billing/raw',
        region: 'eu-central-1',
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
      },
    });
    expect(read('s3://acme-data', { endpoint: 'https://storage.googleapis.com/' })).toMatchObject({
      bucket: { prefix: '', region: 'us-east-1', endpoint: 'https://storage.googleapis.com' },
    });
  });

  it.each([
    'https://acme',
    's3://',
    's3://A',
    's3://acme data',
    's3://acme/../other',
    's3://acme?region=x',
    's3://a/b\u0000',
  ])('%s is none', (url) => expect(read(url)).toEqual({ errors: { url: ['url_is_invalid'] } }));

  it.each([
    'http://storage.example.com',
    'https://127.0.0.1:9000',
    'https://169.254.169.254',
    'https://[::1]',
    'https://minio',
    'https://localhost',
    'https://user@storage.example.com',
    'https://storage.example.com/path',
    'ftp://storage.example.com',
  ])('no server at %s', (endpoint) => {
    expect(read('s3://acme', { endpoint })).toEqual({ errors: { endpoint: ['url_is_invalid'] } });
  });

  it('has private servers where these are allowed, and regions of one word', () => {
    expect(read('s3://acme', { endpoint: 'http://127.0.0.1:9000' }, true)).toHaveProperty('bucket');
    expect(read('s3://acme', { region: 'x.evil.example/' })).toHaveProperty('errors.region');
  });
});
