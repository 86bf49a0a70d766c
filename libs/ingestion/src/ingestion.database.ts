import { Injectable } from '@nestjs/common';
import { Connections, Database } from '@tollgate/platform';

@Injectable()
export class IngestionDatabase extends Database {
  override readonly service = 'ingestion';

  constructor(connections: Connections) {
    super(connections, 'ingestion');
  }
}
