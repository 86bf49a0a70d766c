import { EventStream, type StreamCaller } from '@tollgate/platform';

/** The filter of a stream. */
export interface LiveFilter {
  code: string | undefined;
  externalSubscriptionId: string | undefined;
}

/** One open stream of the events that arrive. */
export class LiveStream extends EventStream {
  /**
   * @param position the end of its last span, Unix milliseconds of the store's intake
   * @param openedAt Unix milliseconds, by the machine's clock
   */
  constructor(
    caller: StreamCaller,
    readonly shows: LiveFilter,
    public position: number,
    openedAt: number,
  ) {
    super(caller, openedAt);
  }
}
