import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class DocumentDatabase extends Database {
  override readonly service = 'document';

  constructor(connections: Connections) {
    super(connections, 'document');
  }
}
