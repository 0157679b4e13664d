// The server's own diary, for operators: what happened and where, never of whom. See loggable.ts for what an error may say.

import { type DestinationStream, pino } from 'pino';
import { loggable, loggableText } from './loggable.ts';

export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** `to`: standard output where it is left out. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  // What reaches pino is plain already: its own reading of errors would put back what was left out.
  const options = { level, base: null, serializers: { err: (error: unknown) => error } };
  const log = to ? pino(options, to) : pino(options);
  const at =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (log.isLevelEnabled(name)) log[name](loggable(fields), loggableText(message));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
