import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class IdentityDatabase extends Database {
  override readonly service = 'identity';

  constructor(connections: Connections) {
    super(connections, 'identity');
  }
}
