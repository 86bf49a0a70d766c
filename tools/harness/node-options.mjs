/**
 * Options of Node.js for a service. With gigabytes available, Node lets its young generation grow to 128 MB. Its heap
 * reaches two or three times the live data before it collects. Under a load of events, a service needs only 32 MB and
 * 80 % more, at the same speed. docs/contribute/benchmarks-history.md has the figures. The image sets the options that
 * NODE_OPTIONS accepts.
 */
export const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=16', '--heap-growing-percent=80'];
