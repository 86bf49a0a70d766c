import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class CatalogDatabase extends Database {
  override readonly service = 'catalog';

  constructor(connections: Connections) {
    super(connections, 'catalog');
  }
}
