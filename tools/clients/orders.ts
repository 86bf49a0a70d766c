// The JSON that the programs that play a client read and write.

/** How a call is made: the parts of its path, its query and its body. */
export interface Example {
  path?: string[];
  /** A path for each method of a client that makes this call. */
  paths?: string[][];
  query?: Record<string, string>;
  body?: object;
  /** The right answer is a refusal, with that status if one is stated. */
  refused?: true | number;
}

/** Examples by their call, such as `GET /taxes/{code}`. */
export type Examples = Record<string, Example>;

/** One method of a client, such as `taxes.createTax`, with what it gets. */
export interface Operation extends Example {
  name: string;
  /** Whether the body is wrapped in the name of its resource. */
  wrapped: boolean;
  /** Whether the client makes an object of the answer. */
  isRead: boolean;
}

export interface Orders {
  baseUrl: string;
  apiKey: string;
  operations: Operation[];
  /** Of the JavaScript package. */
  packageDirectory?: string;
}

export interface ClientReport {
  /** The request of each method, such as `GET /taxes/x`; none if it made none. */
  requests: Record<string, string | null | undefined>;
  worked: string[];
  /** The reason for each method that failed. */
  failed: Record<string, string>;
}
