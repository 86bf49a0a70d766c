import type { Config } from '@tollgate/platform';
import { placeOf, S3Store } from '@tollgate/platform/buckets';
import { DirectoryStore } from './directory-store.js';
import type { FileStore } from './file-store.js';

/** Opens the store of `FILE_STORE_URL`; null without one: the database stores files. @throws Error for a bad address */
export function openFileStore({ fileStoreUrl }: Pick<Config, 'fileStoreUrl'>): FileStore | null {
  if (fileStoreUrl === undefined) return null;
  const address = new URL(fileStoreUrl);
  return address.protocol === 's3:' ? new S3Store(placeOf(address)) : new DirectoryStore(address);
}
