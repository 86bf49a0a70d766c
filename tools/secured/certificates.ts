// Certificates of an authority made for one run, by openssl.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '@tollgate/harness/packages';

/** Paths of PEM files. */
export interface Certificates {
  ca: string;
  /** Of the servers at 127.0.0.1 and localhost. */
  server: KeyPair;
  /** Of a client. */
  client: KeyPair;
  /** An authority that signed none of them. */
  otherCa: string;
}

interface KeyPair {
  cert: string;
  key: string;
}

const openssl = (...args: string[]) => run('openssl', args);

async function authority(dir: string, name: string): Promise<KeyPair> {
  const files = { cert: join(dir, `${name}.pem`), key: join(dir, `${name}.key`) };
  const subject = ['-subj', `/CN=${name}`, '-days', '2'];
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.cert, ...subject);
  return files;
}

async function signed(dir: string, name: string, ca: KeyPair): Promise<KeyPair> {
  const files = { cert: join(dir, `${name}.pem`), key: join(dir, `${name}.key`) };
  const request = join(dir, `${name}.csr`);
  const names = join(dir, `${name}.ext`);
  writeFileSync(names, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key];
  await openssl('req', '-new', ...key, '-out', request, '-subj', `/CN=${name}`);
  const by = ['-CA', ca.cert, '-CAkey', ca.key, '-CAcreateserial', '-days', '2', '-extfile', names];
  await openssl('x509', '-req', '-in', request, '-out', files.cert, ...by);
  chmodSync(files.key, 0o644);
  return files;
}

export async function makeCertificates(dir: string): Promise<Certificates> {
  chmodSync(dir, 0o755);
  const ca = await authority(dir, 'ca');
  return {
    ca: ca.cert,
    server: await signed(dir, 'server', ca),
    client: await signed(dir, 'client', ca),
    otherCa: (await authority(dir, 'other-ca')).cert,
  };
}

/** @throws Error unless the work fails, with a message that has these words */
export async function refused(words: RegExp, work: () => Promise<unknown>): Promise<void> {
  const message = await work().then(
    () => null,
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
  if (message === null) throw new Error('it was not refused');
  if (!words.test(message)) throw new Error(`it was refused in other words: ${message}`);
}
