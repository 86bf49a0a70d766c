/** Calls of this page that were answered by 401 and wait until the person has signed in again. */
let waiting: ((isSignedIn: boolean) => void)[] = [];
let isReceived = false;
const listeners = new Set<() => void>();
const publish = (): void => listeners.forEach((listener) => listener());

/** For `useSyncExternalStore`: whether a call waits for its person. While a page listens, calls wait. */
export function listenForWaiting(listener: () => void): () => void {
  listeners.add(listener);
  isReceived = true;
  return () => {
    listeners.delete(listener);
    isReceived = listeners.size > 0;
    if (!isReceived) goOn(false);
  };
}

export const isWaiting = (): boolean => waiting.length > 0;

/** Sends the waiting calls again, or lets them fail. */
export function goOn(isSignedIn: boolean): void {
  const ended = waiting;
  waiting = [];
  for (const end of ended) end(isSignedIn);
  publish();
}

const signedInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    publish();
  });

/** Calls that read, begin or end the session do not wait: their callers know what 401 means. */
const waitsNever = ({ url }: Request): boolean => /\/session(\/open_id.*)?$/.test(new URL(url).pathname);

/**
 * A call that outlasts its session: at 401 it waits until the person has signed in again, and is sent once more. The
 * service has done nothing of a call that it answers by 401.
 */
export async function lastingFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  if (response.status !== 401 || !isReceived || waitsNever(request)) return response;
  return (await signedInAgain()) ? fetch(again) : response;
}
