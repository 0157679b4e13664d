// A client's messages and their answers: login, topics, ping. A client that sends malformed messages is refused, then cut.

import { ERROR_CODES, type ErrorName } from '@fairtick/contract/errors';
import { type ClientMessage, clientMessage, MAX_MESSAGE_BYTES, MAX_TOPICS } from '@fairtick/contract/socket/messages';
import { errorText } from '@fairtick/contract/texts/index';
import { unreachable } from '@fairtick/kernel/result';
import type { Logger } from '../../platform/logger.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import { CLOSE, type Client, DEAF_BYTES } from './client.ts';
import { answerFrame } from './frames.ts';
import type { Groups } from './groups.ts';
import type { Members } from './members.ts';
import type { SocketMarket } from './socket-market.ts';
import { readTopic } from './topics.ts';

/** Messages that may wait while a login is looked up. */
const MAX_INBOX = 100;

const PONG = answerFrame({ type: 'pong' });
const TYPES = new Set<string>(clientMessage.options.map((option) => option.shape.type.value));

export interface TalkOptions {
  readonly market: SocketMarket;
  readonly groups: Groups;
  readonly members: Members;
  readonly findSession: (token: string) => Promise<UserPrincipal | undefined>;
  readonly logger: Logger;
}

export class Talk {
  readonly #options: TalkOptions;

  constructor(options: TalkOptions) {
    this.#options = options;
  }

  hear(client: Client, bytes: Buffer, isBinary: boolean, nowMs: number): void {
    // What still comes from one that is being closed is not read.
    if (!client.open) return;
    const pace = client.countMessage(nowMs);
    if (pace === 'cut') client.close(CLOSE.policy, 'too many messages');
    if (pace === 'told') this.#refuse(client, 'SOCKET_TOO_FAST');
    if (pace !== 'ok') return;
    if (isBinary) this.#refuse(client, 'SOCKET_MALFORMED');
    else if (bytes.length > MAX_MESSAGE_BYTES) {
      this.#refuse(client, 'SOCKET_TOO_LARGE', { limit: String(MAX_MESSAGE_BYTES) });
    } else if (!client.loggingIn) this.#read(client, bytes);
    else if (client.inbox.length < MAX_INBOX) client.inbox.push(bytes);
    else this.#refuse(client, 'SOCKET_TOO_FAST');
  }

  #read(client: Client, bytes: Buffer): void {
    const message = parse(bytes);
    if (typeof message === 'string') {
      this.#refuse(client, message);
      return;
    }
    switch (message.type) {
      case 'ping':
        this.#say(client, PONG);
        break;
      case 'login':
        this.#login(client, message.token);
        break;
      case 'logout':
        this.#options.members.leave(client);
        break;
      case 'sub':
      case 'unsub':
        this.#listen(client, message.topic, message.type === 'sub');
        break;
      default:
        unreachable(message);
    }
  }

  #login(client: Client, token: string): void {
    client.loggingIn = true;
    this.#options.findSession(token).then(
      (principal) => this.#loggedIn(client, principal ? 1 : ERROR_CODES.SESSION_EXPIRED, principal),
      (error: unknown) => {
        // Not 999: the token may be good, so the client keeps it and tries again.
        this.#options.logger.warn({ err: error }, 'a socket login could not be looked up');
        this.#loggedIn(client, ERROR_CODES.UNAVAILABLE, undefined);
      },
    );
  }

  #loggedIn(client: Client, code: number, principal: UserPrincipal | undefined): void {
    client.loggingIn = false;
    if (!client.open) return;
    this.#options.members.leave(client);
    if (principal) this.#options.members.enter(client, principal);
    this.#say(client, answerFrame({ type: 'login_result', code }));
    while (!client.loggingIn) {
      const next = client.inbox.shift();
      if (!next) return;
      this.#read(client, next);
    }
  }

  #listen(client: Client, name: string, on: boolean): void {
    const found = readTopic(name, this.#options.market);
    if (!found) this.#refuse(client, 'SOCKET_TOPIC_UNKNOWN', { topic: name });
    else if (!on && found.kind === 'public') this.#options.groups.remove(client, found.topic);
    else if (!on && found.kind === 'private') client.mine?.delete(found.topic);
    else if (client.topicCount >= MAX_TOPICS) {
      this.#refuse(client, 'SOCKET_TOO_MANY_TOPICS', { max: String(MAX_TOPICS) });
    } else if (found.kind === 'public') this.#options.groups.add(client, found.topic);
    else if (client.principal) {
      client.mine ??= new Set();
      client.mine.add(found.topic);
      client.figuresDue = true;
    } else this.#refuse(client, 'SOCKET_LOGIN_REQUIRED');
  }

  #refuse(client: Client, error: ErrorName, params?: Readonly<Record<string, string>>): void {
    this.#say(
      client,
      answerFrame({ type: 'error', code: ERROR_CODES[error], msg: errorText(client.lang, error, params) }),
    );
  }

  /** Cuts a client that keeps asking without reading the answers: unread answers would fill the memory. */
  #say(client: Client, bytes: Buffer): void {
    if (client.unsentBytes > DEAF_BYTES) client.terminate();
    else client.write(bytes);
  }
}

function parse(bytes: Buffer): ClientMessage | 'SOCKET_MALFORMED' | 'SOCKET_TYPE_UNKNOWN' {
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString());
  } catch {
    return 'SOCKET_MALFORMED';
  }
  const read = clientMessage.safeParse(message);
  if (read.success) return read.data;
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  return typeof type === 'string' && !TYPES.has(type) ? 'SOCKET_TYPE_UNKNOWN' : 'SOCKET_MALFORMED';
}
