import { base } from '../../base.js';
import type { ApiLog } from '../../api/records.js';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A logged call for a terminal, with an API key in API_KEY. @param origin of the installation */
export function curlOfLog(
  {
    http_method: method,
    request_path: path,
    request_body: body,
  }: Pick<ApiLog, 'http_method' | 'request_path' | 'request_body'>,
  origin = window.location.origin,
): string {
  const hasBody = body !== null && Object.keys(body).length > 0;
  return [
    `curl -X ${method.toUpperCase()} ${quoted(`${origin}${base}${path}`)}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}
