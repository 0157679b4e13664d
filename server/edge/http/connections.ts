// How many connections are held: few of one address, and not so many in all that a server has no file left for the next one. Whoever waits in a
// request keeps theirs; who has been silent longest goes first.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './limits.ts';

export interface ConnectionLimits {
  /** Of one address, an IPv6 network being one. */
  readonly perAddress: number;
  readonly inAll: number;
  /** Whether an address is a proxy of ours, through which everybody comes. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * A household's browsers hold some dozens, an office's some hundreds; of sockets alone an address may have a thousand. In all more than the sockets that
 * are taken (socket/server.ts), so that these never leave nothing for the others.
 */
export const CONNECTION_LIMITS: ConnectionLimits = { perAddress: 1_500, inAll: 32_768, isProxy: () => false };

export function limitConnections(server: Server, { perAddress, inAll, isProxy }: ConnectionLimits): void {
  const places = new Map<string, Place>();
  /** Those without a request under way, the one first that has been so for longest. */
  const idle = new Set<Socket>();
  let open = 0;
  const rest = (socket: Socket, { resting }: Place): void => {
    idle.add(socket);
    resting.add(socket);
  };
  const wake = (socket: Socket, place: Place | undefined): void => {
    idle.delete(socket);
    place?.resting.delete(socket);
  };
  const placeOf = ({ remoteAddress = '' }: Socket): Place | undefined => places.get(addressKey(remoteAddress));
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    const address = addressKey(remote);
    const place = places.get(address) ?? { held: 0, resting: new Set() };
    // Whoever is behind the same address and asks for nothing gives way; where all of them are at work the newcomer is one too many.
    if (place.held >= perAddress && !isProxy(remote) && !gaveWay(place.resting)) {
      socket.destroy();
      return;
    }
    open += 1;
    place.held += 1;
    places.set(address, place);
    rest(socket, place);
    socket.once('close', () => {
      open -= 1;
      place.held -= 1;
      wake(socket, place);
      if (place.held === 0) places.delete(address);
    });
    if (open > inAll) gaveWay(idle);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const place = placeOf(socket);
    wake(socket, place);
    response.once('close', () => {
      if (place && !socket.destroyed) rest(socket, place);
    });
  });
  // A socket has limits of its own.
  server.on('upgrade', ({ socket }: IncomingMessage) => wake(socket, placeOf(socket)));
}

/** The connections of one address. */
interface Place {
  held: number;
  readonly resting: Set<Socket>;
}

/** Ends the one that has rested longest; false where none rests. */
function gaveWay(resting: ReadonlySet<Socket>): boolean {
  const [longest] = resting;
  longest?.destroy();
  return longest !== undefined;
}
