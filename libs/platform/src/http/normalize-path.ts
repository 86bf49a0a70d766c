const base = '/api/v1/';
const slash = '/';

/**
 * Removes surplus slashes from an address, which clients produce when they join base address and path. It removes only
 * those right after `/api/v1` and one at the end: an empty id must not lead to another path.
 */
export function normalizePath(url: string): string {
  if (!url.startsWith(base)) return url;
  const query = url.indexOf('?');
  const end = query < 0 ? url.length : query;
  const doubled = url[base.length] === slash;
  const ended = end > base.length && url[end - 1] === slash && url[end - 2] !== slash;
  if (!doubled && !ended) return url;
  const path = url.slice(0, ended ? end - 1 : end).replace(/^\/api\/v1\/+/, base);
  return path + url.slice(end);
}
