import { parse } from 'csv-parse/sync';
import { baseUrl, waitFor, type Sandbox } from '@tollgate/testing';

/** An export in its answers. */
export interface Export {
  svc_id: string;
  status: string;
  error: string | null;
  file_url: string | null;
  records_total: number | null;
  records_done: number;
  rows_written: number;
  file_name: string;
  file_size_bytes: number;
}

export const readExport = async (sandbox: Sandbox, id: string): Promise<Export> =>
  (await sandbox.ok<{ data_export: Export }>('GET', `/data_exports/${id}`)).data_export;

/** Requests an export, and waits for its end. */
export async function endedExport(
  sandbox: Sandbox,
  resource: string,
  filters?: object,
  more: object = {},
): Promise<Export> {
  const { data_export: made } = await sandbox.ok<{ data_export: Export }>('POST', '/data_exports', {
    data_export: { resource_type: resource, filters, ...more },
  });
  return waitFor('the export', async () => {
    const now = await readExport(sandbox, made.svc_id);
    return now.status === 'pending' || now.status === 'processing' ? undefined : now;
  });
}

/** Requests an export, and reads its rows by the names of their columns. */
export async function exported(
  sandbox: Sandbox,
  resource: string,
  filters?: object,
): Promise<{ done: Export; rows: Record<string, string>[] }> {
  const done = await endedExport(sandbox, resource, filters);
  if (done.status !== 'completed') throw new Error(`the export of ${resource} ${done.status}: ${done.error}`);
  return { done, rows: parse(await (await fetchFile(done.file_url ?? '')).text(), { columns: true, bom: true }) };
}

/** Fetches the file of a public address from the installation under test. */
export function fetchFile(address: string, change: (url: URL) => void = () => undefined): Promise<Response> {
  const { pathname, search } = new URL(address);
  const url = new URL(`${baseUrl}${pathname}${search}`);
  change(url);
  return fetch(url);
}
