/** A call to an engine, as its server received it. */
export interface EngineRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
}

/** The answer of an engine. */
export interface EngineAnswer {
  status: number;
  body: unknown;
}

/** A document that an engine stores. Amounts in cents for Anrok, in the main unit for AvaTax. */
export interface StoredDocument {
  id: string;
  kind: 'sale' | 'return' | 'inverse';
  status: 'booked' | 'voided';
  /** How often it was written; 1 after the first time. */
  version: number;
  /** Whether a filed return contains it: it can neither change nor be voided. */
  locked: boolean;
  date: string;
  /** The date whose rates count. */
  taxDate: string;
  currency: string;
  customer: string;
  total: number;
  tax: number;
}

/** An engine with the documents of each account. An account is its secret, so that tests do not see each other's. */
export interface Engine {
  answer(request: EngineRequest): EngineAnswer;
  documentsOf(account: string): StoredDocument[];
  /** Puts a document into a filed return. @returns whether there is one */
  lock(account: string, id: string): boolean;
}

/** Documents by account and id, in the order of their creation. */
export class Documents {
  private readonly accounts = new Map<string, Map<string, StoredDocument>>();

  of(account: string): Map<string, StoredDocument> {
    const documents = this.accounts.get(account) ?? new Map<string, StoredDocument>();
    this.accounts.set(account, documents);
    return documents;
  }

  lock(account: string, id: string): boolean {
    const document = this.of(account).get(id);
    if (document) document.locked = true;
    return document !== undefined;
  }
}
