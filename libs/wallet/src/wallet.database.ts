import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class WalletDatabase extends Database {
  override readonly service = 'wallet';

  constructor(connections: Connections) {
    super(connections, 'wallet');
  }
}
