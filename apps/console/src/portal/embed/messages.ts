/** Messages of a frame to the page around it: a request for a token, and the height of its content in pixels. */
export type FromFrame = { tollgate: 'token' } | { tollgate: 'height'; height: number };

/** The answer to a request for a token; an empty one where the page has none. */
export interface FromPage {
  tollgate: 'token';
  token: string;
}
