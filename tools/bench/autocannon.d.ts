/** The package has no types of its own. */
declare module 'autocannon' {
  interface Call {
    body?: string;
  }
  interface Options {
    url: string;
    method: string;
    headers: Record<string, string>;
    connections: number;
    timeout: number;
    /** Number of calls. */
    amount?: number;
    /** Seconds. */
    duration?: number;
    requests: { setupRequest(call: Call): Call }[];
  }
  interface Result {
    statusCodeStats?: Record<string, { count: number }>;
    duration: number;
    errors: number;
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
