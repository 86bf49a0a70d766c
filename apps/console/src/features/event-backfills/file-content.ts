import type { BackfillCreate } from './draft.js';

/** The content of a file as the call takes it: text, or the base64 of a Parquet file. */
export async function contentOf(file: Blob, format: BackfillCreate['format']): Promise<string> {
  if (format !== 'parquet') return file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
