/** Who asked for a change by a call: a key, or a person who is signed in. What the service does by itself has none. */
export interface Actor {
  source: 'api' | 'front';
  api_key_id: string | null;
  user_id: string | null;
  user_email: string | null;
}
