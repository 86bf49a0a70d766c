/**
 * Options of Node.js for a service. Where it may have gigabytes, Node lets what is new in memory grow to 128 MB, and all of it to twice or
 * three times what is in use, before it collects. A service under load of events gets along with 32 MB and 80 % more, at the same speed:
 * docs/contribute/benchmarks-history.md has the figures. The image says in its NODE_OPTIONS what can be said there.
 */
export const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=16', '--heap-growing-percent=80'];
