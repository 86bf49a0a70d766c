import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class InvoicingDatabase extends Database {
  override readonly service = 'invoicing';

  constructor(connections: Connections) {
    super(connections, 'invoicing');
  }
}
