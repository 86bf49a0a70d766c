import { isBlank, type FieldErrors } from '@tollgate/contracts';
import { isPrivateUrl } from '../addresses/public-address.js';

/** A bucket as a call names it. */
export interface NamedBucket {
  bucket: string;
  /** Without slashes at its ends. */
  prefix: string;
  /** Without a slash at its end. */
  endpoint: string;
  region: string;
}

const bucketName = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const regionName = /^[a-z\d-]{1,40}$/;
/** The fields of a call that name a bucket. */
export interface BucketInput {
  url: string;
  endpoint?: string | null | undefined;
  region?: string | null | undefined;
}

/** Characters that every server and every tool takes. */
const prefixName = /^[\w!.*'()/=-]{0,512}$/;

/**
 * Reads the address of a bucket: `s3://bucket/prefix`. Without an endpoint it is that of AWS in the region.
 * @param allowPrivate whether servers in private networks are allowed
 */
export function readBucket(
  input: BucketInput,
  allowPrivate: boolean,
): { bucket: NamedBucket } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const region = isBlank(input.region) ? 'us-east-1' : (input.region ?? '').trim();
  const [, bucket = '', path = ''] = /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?$/.exec(input.url.trim()) ?? [];
  const prefix = path.replace(/^\/+|\/+$/g, '');
  if (!bucketName.test(bucket) || !prefixName.test(prefix) || prefix.split('/').includes('..'))
    errors['url'] = ['url_is_invalid'];
  if (!regionName.test(region)) errors['region'] = ['value_is_invalid'];
  const endpoint = isBlank(input.endpoint) ? `https://s3.${region}.amazonaws.com` : (input.endpoint ?? '').trim();
  if (!isEndpoint(endpoint, allowPrivate)) errors['endpoint'] = ['url_is_invalid'];
  if (Object.keys(errors).length > 0) return { errors };
  return { bucket: { bucket, prefix, region, endpoint: endpoint.replace(/\/+$/, '') } };
}

/** An origin with TLS that is not visibly private. */
function isEndpoint(text: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  const isSafe = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:');
  return isOrigin && isSafe && (allowPrivate || !isPrivateUrl(text));
}
