// The server's own diary, for operators: never tokens, keys, passwords or bodies.

import { pino } from 'pino';

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const createLogger = (level: string): Logger =>
  pino({ level, base: null, redact: ['token', 'password', 'authorization', 'headers.authorization'] });
