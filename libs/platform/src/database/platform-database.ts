import { Injectable } from '@nestjs/common';
import { Connections } from './connections.js';
import { Database } from './database.js';

/** The platform's own database access: in-flight work, parked messages. */
@Injectable()
export class PlatformDatabase extends Database {
  constructor(connections: Connections) {
    super(connections, 'platform');
  }
}
