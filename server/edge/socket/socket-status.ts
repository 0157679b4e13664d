// What the socket asks of the service's status, which is a state like a price: whoever listens gets the newest.

import type { AnswerOf } from '@fairtick/contract/http/index';

export interface SocketStatus {
  now(): AnswerOf<'main_status'>;
  /** Calls `listener` once the status may have switched. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
}
